{{- define "steward.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "steward.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 50 | trimSuffix "-" -}}
{{- else if contains (include "steward.name" .) .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name (include "steward.name" .) | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "steward.selector" -}}
app.kubernetes.io/name: {{ include "steward.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "steward.labels" -}}
{{ include "steward.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "steward.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ default .Chart.AppVersion .Values.image.tag }}
{{- end -}}
{{- end -}}

{{- define "steward.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "steward.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{- define "steward.external" -}}
{{- if eq .Values.mode "external" }}true{{ end -}}
{{- end -}}

{{- define "steward.filesClaim" -}}
{{- default (printf "%s-files" (include "steward.fullname" .)) .Values.persistence.existingClaim -}}
{{- end -}}

{{/* The database alone: what the migration job is given too. */}}
{{- define "steward.databaseEnv" -}}
- name: STEWARD_HOME
  value: /data
{{- if include "steward.external" . }}
{{- with .Values.externalDatabase }}
- name: STEWARD_DATABASE_URL
  valueFrom: {secretKeyRef: {name: {{ .existingSecret | quote }}, key: {{ .urlKey | quote }}}}
{{- if .directUrlKey }}
- name: STEWARD_DATABASE_DIRECT_URL
  valueFrom: {secretKeyRef: {name: {{ .existingSecret | quote }}, key: {{ .directUrlKey | quote }}}}
{{- end }}
{{- if .readUrlKey }}
- name: STEWARD_DATABASE_READ_URL
  valueFrom: {secretKeyRef: {name: {{ .existingSecret | quote }}, key: {{ .readUrlKey | quote }}}}
{{- end }}
{{- if ne .pooler "none" }}
- name: STEWARD_DATABASE_POOLER
  value: {{ .pooler | quote }}
{{- end }}
{{- end }}
{{- end }}
{{- end -}}

{{/* Names that are answered: the service's, the ingress', the pod's own address (a scraper asks by it). */}}
{{- define "steward.hosts" -}}
{{- $name := include "steward.fullname" . -}}
{{- $pod := ternary "[$(POD_IP)]" "$(POD_IP)" (eq .Values.ipFamily "IPv6") -}}
{{- $hosts := list $pod $name (printf "%s.%s" $name .Release.Namespace) (printf "%s.%s.svc" $name .Release.Namespace) (printf "%s.%s.svc.cluster.local" $name .Release.Namespace) -}}
{{- if .Values.ingress.enabled }}{{ $hosts = append $hosts .Values.ingress.host }}{{ end -}}
{{- concat $hosts .Values.allowedHosts | uniq | join "," -}}
{{- end -}}

{{- define "steward.env" -}}
- name: POD_IP
  valueFrom: {fieldRef: {fieldPath: status.podIP}}
{{ include "steward.databaseEnv" . }}
- name: STEWARD_HOST
  value: {{ ternary "::" "0.0.0.0" (eq .Values.ipFamily "IPv6") | quote }}
- name: STEWARD_PORT
  value: "8000"
- name: STEWARD_ALLOWED_HOSTS
  value: {{ include "steward.hosts" . | quote }}
{{- if .Values.ingress.enabled }}
- name: STEWARD_PUBLIC_URL
  value: {{ printf "%s://%s" (ternary "https" "http" (ne .Values.ingress.tlsSecret "")) .Values.ingress.host | quote }}
{{- with .Values.ingress.trustedProxies }}
- name: STEWARD_TRUSTED_PROXIES
  value: {{ join "," . | quote }}
{{- end }}
{{- end }}
{{- if .Values.existingSecret }}
- name: STEWARD_OWNER_TOKEN
  valueFrom: {secretKeyRef: {name: {{ .Values.existingSecret | quote }}, key: {{ .Values.secretKeys.ownerToken | quote }}{{ if not (include "steward.external" .) }}, optional: true{{ end }}}}
{{- if include "steward.external" . }}
- name: STEWARD_SECRET_KEY_FILE
  value: /run/secrets/steward/secret-key
{{- end }}
{{- end }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | toString | quote }}
{{- end }}
{{- with .Values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "steward.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: {drop: [ALL]}
{{- end -}}

{{- define "steward.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
seccompProfile: {type: RuntimeDefault}
{{- end -}}

{{/* Of every pod but the job's. */}}
{{- define "steward.podCommon" -}}
serviceAccountName: {{ include "steward.serviceAccount" . }}
automountServiceAccountToken: false
enableServiceLinks: false
terminationGracePeriodSeconds: {{ .Values.terminationGracePeriodSeconds }}
securityContext:
  {{- include "steward.podSecurity" . | nindent 2 }}
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . | quote }}
{{- end }}
{{- end -}}

{{/* Health without a dependency keeps it alive; ready asks the database. A probe's Host header is loopback's. */}}
{{- define "steward.probes" -}}
startupProbe:
  httpGet: {path: /health, port: http, httpHeaders: [{name: Host, value: localhost}]}
  periodSeconds: 5
  timeoutSeconds: 3
  failureThreshold: {{ div .Values.startup.seconds 5 }}
livenessProbe:
  httpGet: {path: /health, port: http, httpHeaders: [{name: Host, value: localhost}]}
  periodSeconds: 15
  timeoutSeconds: 5
  failureThreshold: 4
readinessProbe:
  httpGet: {path: /ready, port: http, httpHeaders: [{name: Host, value: localhost}]}
  periodSeconds: 5
  timeoutSeconds: 5
  failureThreshold: 3
{{- end -}}

{{/* external mode: a home of the pod's own, and in it the folders that all pods share. */}}
{{- define "steward.externalMounts" -}}
- {name: home, mountPath: /data}
- {name: tmp, mountPath: /tmp}
- {name: files, mountPath: /data/files, subPath: files}
- {name: files, mountPath: /data/workspaces, subPath: workspaces}
- {name: files, mountPath: /data/skills, subPath: skills}
- {name: secret-key, mountPath: /run/secrets/steward, readOnly: true}
{{- end -}}

{{- define "steward.externalVolumes" -}}
- name: home
  emptyDir: {}
- name: tmp
  emptyDir: {}
- name: files
  persistentVolumeClaim: {claimName: {{ include "steward.filesClaim" . | quote }}}
- name: secret-key
  secret:
    secretName: {{ .Values.existingSecret | quote }}
    defaultMode: 0440
    items: [{key: {{ .Values.secretKeys.secretKey | quote }}, path: secret-key}]
{{- end -}}

{{- define "steward.spread" -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "steward.selector" .root | nindent 8 }}
        app.kubernetes.io/component: {{ .component }}
{{- end -}}
