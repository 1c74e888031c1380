"""What `incidents bundle` says, in either language."""

from __future__ import annotations

from collections.abc import Mapping

from generator.text.sentences import fill

WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "step-pack": "packing",
        "bundled": (
            "{files} {files:file|files}, {incidents} {incidents:incident|incidents}, "
            "{megabytes:.1f} MB, {seconds:.1f} s: {path}"
        ),
        "bundle-sum": "SHA-256 {sha256}",
        "not-bundled": "No bundle was written.",
        "bundle-bad-name": "{name} cannot be a name: ASCII letters, digits, dots, hyphens and underscores alone.",
        "bundle-in-content": "{out} lies in the content folder.",
        "bundle-in-site": "{out} lies in a folder that incidents build replaces whole.",
        "bundle-path-foreign": "{path}: not every system can unpack this path.",
        "bundle-path-foreign-hint": "Use ASCII letters, digits, dots, hyphens and underscores alone.",
        "bundle-path-reserved": "{path}: Windows reserves this name.",
        "bundle-path-reserved-hint": "Give it another name.",
        "bundle-path-long": "{path}: {length} characters; in the bundle {most} are allowed.",
        "bundle-path-long-hint": "Shorten that name, or the name of the bundle with --name.",
    },
    "ko": {
        "step-pack": "압축",
        "bundled": "파일 {files}개, 사례 {incidents}건, {megabytes:.1f}MB, {seconds:.1f}초: {path}",
        "bundle-sum": "SHA-256 {sha256}",
        "not-bundled": "묶음 파일을 만들지 않았습니다.",
        "bundle-bad-name": "이름으로 쓸 수 없음: {name} (영문자, 숫자, 점, 하이픈, 밑줄만)",
        "bundle-in-content": "콘텐츠 폴더 안에 있음: {out}",
        "bundle-in-site": "incidents build가 통째로 바꾸는 폴더 안에 있음: {out}",
        "bundle-path-foreign": "{path}: 어떤 시스템에서는 풀 수 없는 경로입니다.",
        "bundle-path-foreign-hint": "영문자, 숫자, 점, 하이픈, 밑줄만 쓰세요.",
        "bundle-path-reserved": "{path}: Windows가 예약한 이름입니다.",
        "bundle-path-reserved-hint": "다른 이름을 쓰세요.",
        "bundle-path-long": "{path}: {length}자입니다. 묶음 안에서는 {most}자까지 됩니다.",
        "bundle-path-long-hint": "그 이름을 줄이거나 --name으로 묶음 이름을 줄이세요.",
    },
}


def say(language: str, key: str, /, **values: object) -> str:
    """A sentence of this command in this language."""
    return fill(WORDS[language][key], **values)
