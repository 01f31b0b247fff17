"""What does a location sample look like from outside, and which ones can't be true? (contracts/location_ingest.md)"""

from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    model_validator,
)

from orchestrator.domain.foundation.entities.schemas import (
    EntityFields,
    EntityOut,
    IngestResult,
    OptionalLine,
    OrEmpty,
    field_errors,
)
from orchestrator.kit.zones import written
from orchestrator.scheduling.async_jobs import JobType

MOST_SAMPLES = 1_000
"""In one batch, as in one ingestion (api.md)."""
EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)
LATEST = datetime(2200, 1, 1, tzinfo=UTC)
"""What is outside is of a device whose clock was never set."""
HIGHEST_M, FASTEST_MPS, WIDEST_M = 100_000.0, 12_000.0, 40_075_017.0
"""The edge of space, what orbits the Earth, once around it: beyond is no measurement."""
BatteryState = Literal["unknown", "unplugged", "charging", "full"]
Motion = Literal["stationary", "walking", "running", "cycling", "driving", "unknown"]
SAMPLE: dict[str, JsonValue] = {
    "captured_at": "2026-11-21T08:30:00Z",
    "lat": 38.7223,
    "lon": -9.1393,
    "accuracy_m": 12.5,
    "speed_mps": 1.4,
    "battery": 0.81,
}


def _to_the_millisecond(moment: datetime) -> datetime:
    """Clients write the same instant with more or fewer digits."""
    moment = moment.astimezone(UTC)
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)


def _plausible(moment: datetime) -> datetime:
    if not EARLIEST <= moment < LATEST:
        msg = "the time is before 2000 or after 2199: the device's clock was not set"
        raise ValueError(msg)
    return _to_the_millisecond(moment)


def _none_if_negative(value: object) -> object:
    """Phones say -1 for a speed or course that they do not know."""
    return None if isinstance(value, int | float) and not isinstance(value, bool) and value < 0 else value


def _measured(least: float, most: float) -> Any:
    """A number (no text, no truth value) in this range."""
    return Field(strict=True, ge=least, le=most)


UNLESS_NEGATIVE = BeforeValidator(_none_if_negative)
Captured = Annotated[AwareDatetime, BeforeValidator(written), AfterValidator(_plausible)]
Accuracy = Annotated[float, _measured(0, WIDEST_M)]


class SampleFields(BaseModel):
    """One sample. Degrees are WGS 84; the accuracy is the radius in metres; `captured_at` is when the device measured,
    to the millisecond. A negative speed or course means that it is not known."""

    model_config = ConfigDict(extra="ignore", allow_inf_nan=False, json_schema_extra={"examples": [SAMPLE]})

    captured_at: Captured
    lat: Annotated[float, _measured(-90, 90)]
    lon: Annotated[float, _measured(-180, 180)]
    accuracy_m: Accuracy | None = None
    altitude_m: Annotated[float, _measured(-HIGHEST_M, HIGHEST_M)] | None = None
    vertical_accuracy_m: Accuracy | None = None
    speed_mps: Annotated[Annotated[float, _measured(0, FASTEST_MPS)] | None, UNLESS_NEGATIVE] = None
    course_deg: Annotated[Annotated[float, _measured(0, 360)] | None, UNLESS_NEGATIVE] = None
    battery: Annotated[float, _measured(0, 1)] | None = Field(default=None, description="0 empty, 1 full.")
    battery_state: BatteryState | None = None
    motion: Annotated[list[Motion], OrEmpty] = Field(default_factory=list, max_length=10)
    device: OptionalLine = Field(default=None, description="Which device measured; that of the batch unless given.")

    @model_validator(mode="after")
    def _is_somewhere(self) -> "SampleFields":
        if self.lat == 0 == self.lon:
            msg = "0, 0 is what a device without a fix says"
            raise ValueError(msg)
        return self


class LocationFields(SampleFields, EntityFields):
    """A sample that another system holds; with `external_id` it is known by it, else by source, device and instant."""

    model_config = ConfigDict(json_schema_extra={"examples": [SAMPLE]})

    restore: bool = False


class LocationOut(EntityOut):
    """A sample as it is kept."""

    device: str | None
    captured_at: datetime
    lat: float
    lon: float
    accuracy_m: float | None
    altitude_m: float | None
    vertical_accuracy_m: float | None
    speed_mps: float | None
    course_deg: float | None
    battery: float | None
    battery_state: str | None
    motion: list[str]


def _or_what_is_wrong(value: Any, read: ValidatorFunctionWrapHandler) -> Any:
    """One sample that can't be true must not cost the others: it becomes its result."""
    try:
        return read(value)
    except ValidationError as error:
        return invalid(error)


def invalid(error: ValidationError) -> IngestResult:
    """The result of an item that is none."""
    return IngestResult.model_validate({"status": "invalid", "errors": field_errors(error)})


Read = SampleFields | IngestResult
"""A sample, or the result of one that is none."""


def read_sample(given: Any) -> Read:
    """A tracker's sample in our units: the fields of `LocationFields`."""
    try:
        return LocationFields.model_validate(given)
    except ValidationError as error:
        external_id = given.get("external_id") if isinstance(given, dict) else None
        shown = external_id if isinstance(external_id, str) else None
        return invalid(error).model_copy(update={"external_id": shown})


class ComputeStays(BaseModel):
    """Payload of `stays.compute`: all days that are marked (`changes.py`)."""


COMPUTE_STAYS = JobType("stays.compute", ComputeStays)


Sample = Annotated[SampleFields, WrapValidator(_or_what_is_wrong)]
"""A `SampleFields`, or the `IngestResult` of one that is not valid."""


class LocationBatch(BaseModel):
    """What a phone measured since it last had a connection, in any order. A bare list is its samples."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"device": "anas-phone", "samples": [SAMPLE]}]})

    device: OptionalLine = Field(default=None, description="Which device sends; a name that it keeps.")
    samples: list[Sample] = Field(max_length=MOST_SAMPLES)

    @model_validator(mode="before")
    @classmethod
    def _named(cls, value: Any) -> Any:
        return {"samples": value} if isinstance(value, list) else value
