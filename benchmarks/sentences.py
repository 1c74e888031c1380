"""Sentences of the corpus, by language and kind.

`{N:이}` is a slot with the Korean particle that has to fit the word; `prose.py` says what each slot takes.
"""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "ko": {
        "title": (
            "{N:의} {K:이} {A} {N} 때문에 {V}",
            "{C} {N} {V2:아} {K:이} {D}분 동안 중단됐다",
            "{L} {N:이} 고갈되어 {K:이} {V}",
            "{S} 배포 뒤에 {N:과} {N:이} {V}",
            "{K} 변경으로 {L} {N:이} {V}",
            "{N} {N:이} {V2:아} {C:을} 쓰는 {N:이} {V}",
        ),
        "summary": (
            "{O:은} {Y}년 {MO}월 {DD}일 {T}부터 {D}분 동안 {C} {N:에} 장애를 겪었다. {L} {K:이} {V2:고}, "
            "{N:과} {N:에} 영향이 있었다.",
            "{O:의} {S} 서비스에서 {N:이} {V2:고} {L:을} 쓰는 {K:이} {V}. 전체 {N:의} {P}%가 영향을 받았다.",
            "{Y}년 {MO}월 {DD}일 {O:의} {K:에서} {N:이} {V}. 이 일로 {C:을} 쓰는 {N} {D}개가 {D}분 동안 {V}.",
        ),
        "symptom": (
            "{C:의} {N:이} {T}부터 {V}.",
            "{L} {N:의} p99 지연이 {D} ms 에서 {D2} ms 로 늘었고 {K:이} {V}.",
            "{S:을} 쓰는 {N} {D}개 가운데 {D3}개가 {V}.",
            "{A} {N:이} {K:을} 기다리는 동안 {N:이} {V}.",
            "오류율은 평소 {PS}% 에서 {P}% 까지 올랐고, {D}분 뒤에야 {N:이} {V2:고} {K:이} 정상으로 돌아왔다.",
            "{N:과} {N:은} 정상이었지만 {K:은} {V}.",
            "사용자에게는 {E} 오류가 보였고, 로그에는 {L} {N:이} {V2:는다고} 남았다.",
            "{H} 노드에서 {N:이} {V2:고}, 이어서 {H} 노드의 {K:도} {V}.",
            "실행 시간의 중앙값은 {D}.{D3}분이었고 90번째 백분위수는 {D2}분이었다.",
            "{L} {K:은} {N:을} {D}번 다시 시도했지만 {N:이} {V}.",
            "대시보드에서는 {N} 지표가 {D}분 동안 비어 있어서 {N:이} {V2:는지} 알 수 없었다.",
        ),
        "cause": (
            "근본 원인은 {C:의} {K:이} {A} {N:을} 잘못 다룬 것이었다.",
            "{L} {N:은} {N:을} 잡은 채 {K:을} 기다렸고, 그 사이 {N:이} {V}.",
            "{T}에 나간 {S} 변경이 {N:의} 기본값을 {D}에서 {D2:으로} 바꿨다.",
            "{K:은} {L} {N:에} 의존했지만 그 의존성은 문서에 없었다.",
            "{N:이} 한꺼번에 {V2:고} {K:이} 재시도를 멈추지 않아 {L:에} 부하가 몰렸다.",
            "{A} {N:과} {A} {N:이} 같은 {K:을} 두고 다퉜다.",
            "{H} 의 {L} 펌웨어는 {N:이} 가득 차면 {K:을} 조용히 버렸다.",
            "이 경로는 {N} 시험에서 한 번도 실행되지 않았다.",
            "{N} 한도는 {D}였지만 실제 {K:은} {D2}까지 늘었다.",
            "{C:은} {N:을} 건강하다고 판단했기 때문에 {K:을} 빼지 않았다.",
        ),
        "detect": (
            "{T}에 {N} 경보가 울렸고 담당 엔지니어가 {D3}분 뒤에 {K:을} 확인했다.",
            "첫 신호는 고객 문의였고, {L} 지표는 {D}분 늦게 움직였다.",
            "{S} 팀은 {N} 로그에서 {E:을} 찾아 {K:과} 연결했다.",
            "{N} 경보의 임계값이 {P}%로 잡혀 있어 {A} {N:을} 잡지 못했다.",
            "합성 점검이 {C} {N:의} 실패를 {D3}번 연속으로 기록했다.",
        ),
        "remedy": (
            "{S} 변경을 되돌리고 {N:을} 다시 시작했다.",
            "{L} {N:을} {D}개에서 {D2}개로 늘려 {K:을} 비웠다.",
            "{H} 노드를 격리하고 {N:을} 다른 {N:으로} 옮겼다.",
            "{K:에} 걸린 {N:을} 손으로 풀고 {C:을} 순서대로 올렸다.",
            "{T}에 트래픽을 {N:으로} 우회시켰고 {D}분 뒤 {N:이} 회복됐다.",
            "{N} 제한을 {P}%로 낮춰 {L:을} 보호했다.",
        ),
        "follow": (
            "{K:에} 대한 {N} 시험을 배포 파이프라인에 넣는다",
            "{L} {N} 한도를 {D2:으로} 올리고 경보를 {P}%에 건다",
            "{C:의} {N} 절차서를 다시 쓴다",
            "{S:과} {N} 사이의 의존성을 문서에 적는다",
            "{N} 재시도에 지수 백오프와 지터를 넣는다",
            "{A} {N:을} 자동으로 격리하는 {K:을} 만든다",
            "{H} 같은 노드의 펌웨어를 모두 올린다",
        ),
        "lesson": (
            "{C} 같은 구성 요소의 실패는 {N:이} 한참 진행된 뒤에 나타나 {K:을} 알아채기 어렵다.",
            "{N} 경보는 {L:이} 아니라 사용자가 겪는 {N:을} 봐야 한다.",
            "{A} {N:을} 없애는 것보다 {K:이} 작게 실패하게 만드는 쪽이 쌌다.",
            "{S:을} 바꿀 때는 {N:과} {N:을} 따로 내보내야 한다.",
            "되돌리기가 {D}분 넘게 걸리면 그것은 되돌리기가 아니다.",
            "재시도는 {N:을} 숨기지만 {K:을} 없애지 않는다.",
        ),
        "generic": (
            "{A} {N:이} {N:에서} {V}.",
            "{K:은} {N:과} 함께 {V}.",
            "{L} {N:은} {N:의} {N:을} 거쳐 {V}.",
            "그래서 {N:이} {V2:고} {N:도} {V}.",
            "{N:을} 맡은 {S:은} {K:을} 알지 못했다.",
            "{D}개의 {N} 가운데 {P}%가 {N:에} 걸려 {V}.",
        ),
    },
    "en": {
        "title": (
            "{A} {N} in the {K} made {C} {N}s unavailable",
            "{L} {N} exhaustion {V} the {K} for {D} minutes",
            "{N} and {N} {V} after a {S} deploy",
            "A {K} change left {L} {N}s {A}",
            "{C} {N} {V} and every {N} behind it {V}",
        ),
        "summary": (
            "On {Y}-{MO}-{DD} at {T}, {O} had a {D}-minute outage in its {C} {N}. The {L} {K} {V}, "
            "and this affected the {N} and the {N}.",
            "In the {S} service of {O}, the {N} {V} and every {K} that used {L} {V}. {P}% of all {N}s were affected.",
            "On {Y}-{MO}-{DD} the {K} of {O} {V}. As a result {D} {N}s that depend on {C} {V} for {D} minutes.",
        ),
        "symptom": (
            "From {T} the {N} of {C} {V}.",
            "The p99 latency of {L} {N}s rose from {D} ms to {D2} ms and the {K} {V}.",
            "Of {D} {N}s using {S}, {D3} {V}.",
            "While the {A} {N} waited for the {K}, the {N} {V}.",
            "The error rate climbed from {PS}% to {P}%, and it took {D} minutes until the {K} was healthy again.",
            "The {N} and the {N} looked healthy but the {K} {V}.",
            "Users saw the error {E}, and the logs said that the {L} {N} {V}.",
            "On host {H} the {N} {V}, and soon the {K} on {H} {V} too.",
            "The median run time was {D}.{D3} minutes and the 90th percentile was {D2} minutes.",
            "The {L} {K} retried the {N} {D} times but the {N} {V}.",
            "The dashboard had no {N} metric for {D} minutes, so nobody could tell whether the {N} {V}.",
        ),
        "cause": (
            "The root cause was that the {K} of {C} mishandled an {A} {N}.",
            "The {L} {N} held the {N} while waiting for the {K}, and in the meantime the {N} {V}.",
            "A {S} change shipped at {T} moved the default of the {N} from {D} to {D2}.",
            "The {K} depended on the {L} {N}, a dependency that no document mentioned.",
            "The {N}s {V} at once and the {K} never stopped retrying, which overloaded {L}.",
            "An {A} {N} and an {A} {N} raced for the same {K}.",
            "The {L} firmware on {H} silently dropped the {K} whenever the {N} was full.",
            "This path had never run in a {N} test.",
            "The {N} limit was {D} but the real {K} grew to {D2}.",
            "{C} considered the {N} healthy, so it never removed the {K}.",
        ),
        "detect": (
            "At {T} the {N} alert fired and the on-call engineer confirmed the {K} {D3} minutes later.",
            "The first signal was a customer report; {L} metrics moved {D} minutes later.",
            "The {S} team found {E} in the {N} log and tied it to the {K}.",
            "The {N} alert threshold was set to {P}% and missed the {A} {N}.",
            "A synthetic probe recorded {D3} failures of the {C} {N} in a row.",
        ),
        "remedy": (
            "Rolled the {S} change back and restarted the {N}.",
            "Grew the {L} {N} from {D} to {D2} and drained the {K}.",
            "Cordoned host {H} and moved the {N} to another {N}.",
            "Released the {N} stuck in the {K} by hand and brought {C} up in order.",
            "Shifted traffic to the {N} at {T}; the {N} recovered {D} minutes later.",
            "Lowered the {N} limit to {P}% to protect {L}.",
        ),
        "follow": (
            "Add a {N} test for the {K} to the deploy pipeline",
            "Raise the {L} {N} limit to {D2} and alert at {P}%",
            "Rewrite the {N} runbook for {C}",
            "Document the dependency between {S} and the {N}",
            "Add exponential backoff with jitter to {N} retries",
            "Build a {K} that isolates an {A} {N} automatically",
            "Upgrade firmware on every host like {H}",
        ),
        "lesson": (
            "Failures of components such as {C} show up long after the {N} has started, "
            "which makes the {K} hard to notice.",
            "{N} alerts must watch the {N} that users feel and not {L}.",
            "Making the {K} fail small was cheaper than removing the {A} {N}.",
            "When {S} changes, ship the {N} and the {N} separately.",
            "A rollback that takes more than {D} minutes is not a rollback.",
            "Retries hide the {N} but do not remove the {K}.",
        ),
        "generic": (
            "The {A} {N} {V} in the {N}.",
            "The {K} {V} together with the {N}.",
            "The {L} {N} {V} through the {N} of the {N}.",
            "So the {N} {V} and the {N} {V} as well.",
            "{S}, which owns the {N}, did not know about the {K}.",
            "{P}% of the {D} {N}s {V} on the {N}.",
        ),
    },
}
