"""What the commands say, in either language."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "no-site": "There is no site.toml in {folder}.",
        "no-site-hint": "Run the command in the folder of a site, or name it: --site DIR",
        "clean": "No problems in {count} incidents.",
        "summary": "{errors} errors, {warnings} warnings.",
        "not-published": "Nothing was published; the former site is untouched.",
        "published": "{files} files, {incidents} incidents, {seconds:.1f} s: {out}",
        "how-to-open": "Look at it: {command}",
        "no-base-url": "base_url is not set: canonical and hreflang links, feeds and the sitemap are left out.",
        "waiting": "Another build has {out}; waiting for it.",
        "unknown-path": "Not a part of this site: {path}",
        "out-is-source": "{out} holds the project or lies in its content folder.",
        "out-is-no-folder": "{out} is a file or a link.",
        "out-is-mount": "{out} is a mount point, which cannot be replaced in one step.",
        "out-is-foreign": "{out} is not empty and was not made by this command.",
        "out-hint": "Name another folder with --out.",
        "outputs-collide": "Two outputs have one address: {first} and {second}.",
        "index-failed": "The search index could not be made: {reason}",
        "disk": "{path}: {reason}",
        "serving": "Serving {folder} at {address} – Ctrl-C ends it.",
        "address-in-use": "{address}: {reason}",
        "address-hint": "Choose another port with --port.",
        "step-load": "reading the content",
        "step-check": "checking",
        "step-relate": "relating incidents",
        "step-plan": "planning the pages",
        "step-write": "writing",
        "step-index": "indexing for search",
        "step-publish": "publishing",
        "bad-base-url": "{url} is not an absolute http or https address.",
        "interrupted": "Ended; the published site is untouched.",
    },
    "ko": {
        "no-site": "site.toml이 없습니다: {folder}",
        "no-site-hint": "사이트 폴더에서 실행하거나 --site DIR로 폴더를 지정하세요.",
        "clean": "문제 없음. 확인한 사례 {count}건.",
        "summary": "오류 {errors}개, 경고 {warnings}개.",
        "not-published": "게시하지 않았습니다. 이전 사이트는 그대로입니다.",
        "published": "파일 {files}개, 사례 {incidents}건, {seconds:.1f}초: {out}",
        "how-to-open": "보는 방법: {command}",
        "no-base-url": "base_url이 없어 canonical과 hreflang 링크, 피드, 사이트맵을 뺐습니다.",
        "waiting": "다른 빌드가 쓰고 있어 기다립니다: {out}",
        "unknown-path": "이 사이트에 없는 경로: {path}",
        "out-is-source": "프로젝트를 담고 있거나 콘텐츠 폴더 안에 있어 출력할 수 없음: {out}",
        "out-is-no-folder": "폴더가 아니라 파일이나 링크임: {out}",
        "out-is-mount": "마운트 지점은 한 번에 바꿀 수 없음: {out}",
        "out-is-foreign": "비어 있지 않고 이 명령이 만든 폴더도 아님: {out}",
        "out-hint": "--out으로 다른 폴더를 지정하세요.",
        "outputs-collide": "두 출력의 주소가 같음: {first}, {second}",
        "index-failed": "검색 색인을 만들지 못함: {reason}",
        "disk": "{path}: {reason}",
        "serving": "{address} 에서 보여 주는 중: {folder} (끝내려면 Ctrl-C)",
        "address-in-use": "{address}: {reason}",
        "address-hint": "--port로 다른 포트를 고르세요.",
        "step-load": "콘텐츠 읽기",
        "step-check": "검사",
        "step-relate": "관련 사례 계산",
        "step-plan": "페이지 계획",
        "step-write": "쓰기",
        "step-index": "검색 색인",
        "step-publish": "게시",
        "bad-base-url": "http나 https로 시작하는 전체 주소가 아님: {url}",
        "interrupted": "중단했습니다. 게시된 사이트는 그대로입니다.",
    },
}


def say(language: str, key: str, **values: object) -> str:
    """A sentence of the command line in this language."""
    return WORDS[language][key].format(**values)
