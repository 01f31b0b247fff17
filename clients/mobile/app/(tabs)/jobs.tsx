// Does Steward do what it should do by itself, and what of mine went wrong?

import { useCallback, useState } from "react";
import type { Schemas } from "@/api/api";
import { useSignedIn } from "@/session/session";
import { useLoaded } from "@/ui/loaded";
import { Button, Card, LoadedScreen, Notice, Row, Say, Wrong } from "@/ui/parts";

type Jobs = Schemas["MobileJobs"];

export default function JobsScreen() {
  const { api, speech } = useSignedIn();
  const { say } = speech;
  const loaded = useLoaded<Jobs>(
    useCallback((signal) => api.data(api.client.GET("/mobile/system/jobs", { signal })), [api]),
  );
  return (
    <LoadedScreen loaded={loaded}>
      {(jobs) => (
        <>
          <Say kind={jobs.alive ? "good" : "wrong"}>{say(jobs.alive ? "alive" : "not_alive")}</Say>
          <Say kind="title">{say("failed_jobs")}</Say>
          {jobs.failed.length ? null : <Say kind="quiet">{say("no_failed")}</Say>}
          {jobs.failed.map((job) => (
            <Failed key={job.id} job={job} />
          ))}
          <Say kind="title">{say("scheduled_jobs")}</Say>
          {jobs.scheduled.map((job) => (
            <Scheduled key={job.name} job={job} />
          ))}
        </>
      )}
    </LoadedScreen>
  );
}

function Failed({ job }: { job: Jobs["failed"][number] }) {
  const { api, speech } = useSignedIn();
  const { say } = speech;
  const [retried, setRetried] = useState(false);
  const [wrong, setWrong] = useState<unknown>(null);

  async function retry() {
    setWrong(null);
    setRetried(true);
    try {
      await api.data(api.client.POST("/jobs/{job_id}/retry", { params: { path: { job_id: job.id } } }));
    } catch (error) {
      setWrong(error);
      setRetried(false);
    }
  }

  return (
    <Card label={job.job_type}>
      <Say kind="strong">{job.job_type}</Say>
      {job.last_error ? <Say kind="wrong">{job.last_error}</Say> : null}
      {job.finished_at ? <Say kind="quiet">{speech.moment(job.finished_at)}</Say> : null}
      <Wrong error={wrong} />
      {retried ? (
        <Notice>{say("retried")}</Notice>
      ) : (
        <Row>
          <Button title={say("retry")} label={say("retry_one", { job: job.job_type })} onPress={() => void retry()} />
        </Row>
      )}
    </Card>
  );
}

function Scheduled({ job }: { job: Jobs["scheduled"][number] }) {
  const { speech } = useSignedIn();
  const { say } = speech;
  const ran = job.last_run?.finished_at ?? job.last_run?.started_at;
  const outcome = job.last_run ? speech.known("ran", job.last_run.outcome) : "";
  return (
    <Card label={job.name}>
      <Say kind="strong">{job.name}</Say>
      <Say kind={job.last_run?.outcome === "failed" ? "wrong" : "quiet"}>
        {job.last_run ? say("last_run", { when: ran ? speech.moment(ran) : "", outcome }) : say("never_ran")}
      </Say>
      <Say kind="quiet">
        {!job.enabled ? say("switched_off") : job.next_run_at ? say("next_run", { when: speech.moment(job.next_run_at) }) : ""}
      </Say>
    </Card>
  );
}
