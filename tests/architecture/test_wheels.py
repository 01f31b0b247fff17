"""Is the image built for arm64 as it is for amd64: for which locked packages is there no wheel?"""

from tests.image.wheels import MACHINES, Wanting, without_wheel

PURE_WITHOUT_A_COMPILER = {"timezonefinder"}
"""Built from its source without a compiler: its extension is optional, polygons are then looked through in Python."""


def test_what_everybody_gets_and_every_extra_has_a_wheel() -> None:
    for machine in MACHINES.values():
        wanting = [each for each in without_wheel(machine) if each.name not in PURE_WITHOUT_A_COMPILER]
        assert wanting == [], f"{machine}: no wheel, and the image's build stage has no compiler"


def test_amd64_has_them_all() -> None:
    assert without_wheel("x86_64") == []


def test_a_package_without_a_wheel_is_told_with_the_extra_that_brings_it() -> None:
    def package(name: str, *wheels: str, **more: object) -> dict[str, object]:
        return {"name": name, "version": "1.0", "wheels": [{"url": f"https://x/{each}"} for each in wheels], **more}

    packages = [
        package(
            "steward",
            dependencies=[
                {"name": "pure"},
                {"name": "built"},
                {"name": "elsewhere", "marker": "sys_platform == 'win32'"},
            ],
            **{"optional-dependencies": {"voice": [{"name": "sound"}]}},
        ),
        package("pure", "pure-1.0-py3-none-any.whl"),
        package("built", "built-1.0-cp311-cp311-manylinux_2_17_x86_64.manylinux2014_x86_64.whl"),
        package("elsewhere"),
        package("sound", "sound-1.0-cp39-abi3-manylinux_2_28_x86_64.whl", "sound-1.0-cp312-cp312-linux_aarch64.whl"),
    ]
    lock = {"package": packages}
    assert without_wheel("aarch64", lock=lock) == [Wanting("built", "1.0"), Wanting("sound", "1.0", "voice")]
    assert without_wheel("x86_64", lock=lock) == []
