"""Does the chart make what Kubernetes takes, and does Steward start with the settings that its pods are given?"""

import os
import platform
import sys
from functools import cache
from typing import Any

import kubernetes_validate
import pytest
import yaml
from tests.support.source import ROOT

from orchestrator.errors import ConfigurationError
from orchestrator.settings import load_settings

if sys.platform != "linux" or platform.machine() != "x86_64":
    pytest.skip("the Helm library has no wheel for this machine", allow_module_level=True)

import helm_python
from helm_python.chart import lint

CHART = ROOT / "deploy" / "helm" / "steward"
KUBERNETES = ("1.29", "1.33", "1.37")
OF_THE_OPERATOR = {"ServiceMonitor", "PrometheusRule"}
"""Custom resources: their schemas are not in the validator's collection."""
INFO = 1
SECRET = {
    "database-url": "postgresql+asyncpg://steward:s@postgres:5432/steward",
    "direct": "postgresql+asyncpg://steward:s@postgres:5433/steward",
    "read": "postgresql+asyncpg://steward:s@replica:5432/steward",
    "owner-token": "stw_" + "a" * 43,
}

EXTERNAL: dict[str, Any] = {
    "mode": "external",
    "existingSecret": "steward",
    "externalDatabase": {"existingSecret": "steward-db"},
}
POOLED = {"existingSecret": "steward-db", "directUrlKey": "direct", "readUrlKey": "read", "pooler": "transaction"}
MONITORED = {name: {"enabled": True} for name in ("serviceMonitor", "rules", "dashboard")}
VALUES: dict[str, dict[str, Any]] = {
    "as it comes": {},
    "embedded, with a secret and an ingress": {
        "existingSecret": "steward",
        "ingress": {"enabled": True, "host": "steward.example.org"},
        "persistence": {"size": "50Gi", "storageClass": "fast"},
    },
    "external": EXTERNAL,
    "external, everything": {
        **EXTERNAL,
        "replicaCount": 3,
        "workers": {"replicas": 2, "perPod": 4},
        "externalDatabase": POOLED,
        "image": {"repository": "registry.example.org/steward", "digest": "sha256:" + "a" * 64},
        "imagePullSecrets": [{"name": "registry"}],
        "ingress": {
            "enabled": True,
            "host": "steward.example.org",
            "className": "nginx",
            "tlsSecret": "steward-tls",
            "annotations": {"nginx.ingress.kubernetes.io/proxy-buffering": "off"},
            "trustedProxies": ["10.0.0.0/8"],
        },
        "networkPolicy": {
            "enabled": True,
            "ingressFrom": [{"namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": "ingress"}}}],
            "extraEgress": [{"to": [{"ipBlock": {"cidr": "192.168.0.0/16"}}]}],
        },
        "monitoring": MONITORED,
        "settings": {
            "STEWARD_TIMEZONE": "America/Sao_Paulo",
            "STEWARD_RATE_LIMIT": "50/s",
            "STEWARD_LOCAL_FIRST": True,
        },
        "extraEnv": [
            {"name": "STEWARD_OPENAI_API_KEY", "valueFrom": {"secretKeyRef": {"name": "openai", "key": "key"}}},
        ],
        "podAnnotations": {"a": "b"},
        "podLabels": {"c": "d"},
        "nodeSelector": {"kubernetes.io/arch": "amd64"},
        "tolerations": [{"key": "life", "operator": "Exists", "effect": "NoSchedule"}],
        "priorityClassName": "high",
        "serviceAccount": {"annotations": {"e": "f"}},
        "service": {"type": "LoadBalancer", "sessionAffinity": "ClientIP", "annotations": {"g": "h"}},
    },
    "external, with what others made": {
        **EXTERNAL,
        "fullnameOverride": "agent",
        "persistence": {"existingClaim": "shared"},
        "serviceAccount": {"create": False, "name": "ours"},
        "podDisruptionBudget": {"enabled": False},
        "migration": {"enabled": False},
        "allowedHosts": ["*.home.arpa"],
        "ipFamily": "IPv6",
    },
}
REFUSED: dict[str, dict[str, Any]] = {
    "two replicas over an embedded database": {"replicaCount": 2},
    "no replica": {"replicaCount": 0},
    "external without a secret": {"mode": "external", "externalDatabase": {"existingSecret": "db"}},
    "external without a database": {"mode": "external", "existingSecret": "steward"},
    "a pooler without a way past it": {
        **EXTERNAL,
        "externalDatabase": {"existingSecret": "steward-db", "pooler": "transaction"},
    },
    "a pooler in another mode": {**EXTERNAL, "externalDatabase": {**POOLED, "pooler": "statement"}},
    "replicas over a volume of one node": {
        **EXTERNAL,
        "replicaCount": 2,
        "persistence": {"accessMode": "ReadWriteOnce"},
    },
    "an ingress without a host": {"ingress": {"enabled": True}},
    "a misspelt value": {"replicas": 1},
    "a setting that the chart makes": {"settings": {"STEWARD_PORT": 9000}},
    "a setting that is none of Steward's": {"settings": {"PATH": "/bin"}},
    "a digest that is none": {"image": {"digest": "latest"}},
}


def test_the_chart_is_linted() -> None:
    for values in VALUES.values():
        told = lint(CHART, values, strict=True)
        assert told["errors"] == []
        assert [each for each in told["messages"] if each["severity"] > INFO] == []


@pytest.mark.parametrize("version", KUBERNETES)
@pytest.mark.parametrize("name", VALUES)
def test_kubernetes_takes_every_object(name: str, version: str) -> None:
    for each in rendered(name):
        if each["kind"] not in OF_THE_OPERATOR:
            kubernetes_validate.validate(each, version, strict=True)
        assert len(each["metadata"]["name"]) <= 63
        assert each["metadata"]["labels"]["app.kubernetes.io/instance"] == "steward"


@pytest.mark.parametrize("name", REFUSED)
def test_values_that_could_not_work_are_refused(name: str) -> None:
    with helm_python.Chart.load(CHART) as chart, pytest.raises(helm_python.HelmError):
        chart.render(REFUSED[name], name="steward", namespace="home")


@pytest.mark.parametrize("name", VALUES)
def test_steward_starts_with_what_a_pod_is_given(name: str) -> None:
    address = "fd00::7" if VALUES[name].get("ipFamily") == "IPv6" else "10.1.2.3"
    for pod in pods(name).values():
        given = environment(pod, address)
        settings = load_settings(environ=given, env_file=None).settings
        if given["STEWARD_HOME"] and "STEWARD_ALLOWED_HOSTS" in given:
            host = f"[{address}]" if ":" in address else address
            assert host in settings.answered_hosts, "a scraper asks by the pod's address"
        assert settings.embedded == (VALUES[name].get("mode", "embedded") == "embedded")


def test_a_setting_that_steward_lacks_is_told_by_steward() -> None:
    values = {"settings": {"STEWARD_TIMEZON": "UTC"}}
    with helm_python.Chart.load(CHART) as chart:
        (pod,) = _pods(_objects(chart.render(values, name="steward", namespace="home"))).values()
    with pytest.raises(ConfigurationError, match="STEWARD_TIMEZONE"):
        load_settings(environ=environment(pod, "10.1.2.3"), env_file=None)


def test_every_pod_is_shut_in() -> None:
    for name in VALUES:
        for pod in pods(name).values():
            assert pod["automountServiceAccountToken"] is False
            assert pod["enableServiceLinks"] is False
            assert (pod["securityContext"]["runAsNonRoot"], pod["securityContext"]["runAsUser"]) == (True, 10001)
            (container,) = pod["containers"]
            assert container["securityContext"]["readOnlyRootFilesystem"] is True
            assert container["securityContext"]["capabilities"] == {"drop": ["ALL"]}
            mounted = {each["mountPath"] for each in container["volumeMounts"]}
            assert {"/data", "/tmp"} <= mounted, "what it writes"
            assert {each["name"] for each in container["volumeMounts"]} <= {
                *(each["name"] for each in pod.get("volumes", ())),
                "home",
            }
            assert "memory" in container["resources"]["limits"]


def test_no_secret_stands_in_what_the_release_keeps() -> None:
    for name in VALUES:
        assert "Secret" not in {each["kind"] for each in rendered(name)}
        for pod in pods(name).values():
            for variable in pod["containers"][0]["env"]:
                if variable["name"].endswith(("_URL", "_TOKEN", "_KEY")) and variable["name"] != "STEWARD_PUBLIC_URL":
                    assert "secretKeyRef" in variable["valueFrom"], variable["name"]


def test_api_and_workers_are_apart_and_the_job_comes_first() -> None:
    found = pods("external, everything")
    assert {kind: pod["containers"][0]["args"] for kind, pod in found.items()} == {
        "Deployment steward-api": ["steward", "serve"],
        "Deployment steward-worker": ["steward", "worker"],
        "Job steward-migrate": ["steward", "migrate"],
    }
    assert environment(found["Deployment steward-api"], "10.1.2.3")["STEWARD_WORKERS"] == "0"
    assert environment(found["Deployment steward-worker"], "10.1.2.3")["STEWARD_WORKERS"] == "4"
    (job,) = (each for each in rendered("external, everything") if each["kind"] == "Job")
    assert job["metadata"]["annotations"]["helm.sh/hook"] == "pre-install,pre-upgrade"
    made_later = {each["metadata"]["name"] for each in rendered("external, everything") if each["kind"] != "Job"}
    assert found["Job steward-migrate"].get("serviceAccountName") not in made_later
    budgets = [each for each in rendered("external, everything") if each["kind"] == "PodDisruptionBudget"]
    assert len(budgets) == 2
    assert not [each for each in rendered("external") if each["kind"] == "PodDisruptionBudget"], "it would hold a drain"


def test_what_selects_finds_its_pods() -> None:
    """Services, budgets and policies name labels that pods of the release bear."""
    for name in VALUES:
        borne = [
            each["spec"]["template"]["metadata"]["labels"]
            for each in rendered(name)
            if each["kind"] in {"Deployment", "StatefulSet", "Job"}
        ]
        for each in rendered(name):
            spec = each.get("spec", {})
            wanted = {
                "Service": lambda spec=spec: spec["selector"],
                "PodDisruptionBudget": lambda spec=spec: spec["selector"]["matchLabels"],
                "NetworkPolicy": lambda spec=spec: spec["podSelector"]["matchLabels"],
            }.get(each["kind"])
            if wanted is not None:
                assert any(wanted().items() <= labels.items() for labels in borne), each["metadata"]["name"]
        monitors = [each for each in rendered(name) if each["kind"] == "ServiceMonitor"]
        services = [each["metadata"]["labels"] for each in rendered(name) if each["kind"] == "Service"]
        for each in monitors:
            assert [labels for labels in services if each["spec"]["selector"]["matchLabels"].items() <= labels.items()]


@cache
def rendered(name: str) -> list[dict[str, Any]]:
    """The objects of one set of values."""
    with helm_python.Chart.load(CHART) as chart:
        return _objects(chart.render(VALUES[name], name="steward", namespace="home"))


def pods(name: str) -> dict[str, Any]:
    """The pods' specifications, by what makes them."""
    return _pods(rendered(name))


def _objects(files: dict[str, str]) -> list[dict[str, Any]]:
    manifests = [text for path, text in files.items() if os.path.basename(path) != "NOTES.txt"]
    return [each for text in manifests for each in yaml.safe_load_all(text) if each]


def _pods(objects: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        f"{each['kind']} {each['metadata']['name']}": each["spec"]["template"]["spec"]
        for each in objects
        if each["kind"] in {"Deployment", "StatefulSet", "Job"}
    }


def environment(pod: dict[str, Any], address: str) -> dict[str, str]:
    """The container's variables as the kubelet resolves them."""
    found = {"POD_IP": address}
    for variable in pod["containers"][0]["env"]:
        source = variable.get("valueFrom", {})
        if "secretKeyRef" in source:
            found[variable["name"]] = SECRET.get(source["secretKeyRef"]["key"], "secret")
        elif "value" in variable:
            found[variable["name"]] = variable["value"].replace("$(POD_IP)", found["POD_IP"])
    return found
