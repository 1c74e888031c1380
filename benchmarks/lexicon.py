"""Words, tags and names of the corpus. Nothing here describes a real incident."""

from __future__ import annotations

from collections.abc import Mapping

LANGUAGES = ("ko", "en")

Labels = Mapping[str, tuple[str, str]]
"""Korean and English label by id."""

TOPICS: Labels = {
    "ai-infra": ("AI 인프라", "AI infrastructure"),
    "storage": ("스토리지", "Storage"),
    "network": ("네트워크", "Network"),
    "kubernetes": ("쿠버네티스", "Kubernetes"),
    "database": ("데이터베이스", "Database"),
    "dns": ("DNS", "DNS"),
    "deploy": ("배포", "Deployments"),
    "observability": ("관측", "Observability"),
    "security": ("보안", "Security"),
    "cdn": ("CDN", "CDN"),
    "messaging": ("메시징", "Messaging"),
    "scheduling": ("스케줄링", "Scheduling"),
    "capacity": ("용량", "Capacity"),
    "power-cooling": ("전력과 냉각", "Power and cooling"),
    "identity": ("인증", "Identity"),
    "config": ("설정", "Configuration"),
    "training": ("모델 학습", "Model training"),
    "inference": ("모델 추론", "Model inference"),
}

SYMPTOMS: Labels = {
    "training-job-failure": ("학습 작업 실패", "Training job failure"),
    "storage-disconnect": ("스토리지 연결 끊김", "Storage disconnect"),
    "high-latency": ("지연 증가", "High latency"),
    "error-rate": ("오류율 증가", "Elevated error rate"),
    "timeout": ("타임아웃", "Timeouts"),
    "data-loss": ("데이터 손실", "Data loss"),
    "data-corruption": ("데이터 손상", "Data corruption"),
    "node-not-ready": ("노드 NotReady", "Node NotReady"),
    "pod-eviction": ("파드 축출", "Pod eviction"),
    "oom-kill": ("메모리 부족 종료", "OOM kill"),
    "gpu-lost": ("GPU 유실", "GPU lost"),
    "nccl-hang": ("NCCL 멈춤", "NCCL hang"),
    "dns-failure": ("이름 해석 실패", "DNS resolution failure"),
    "login-failure": ("로그인 실패", "Login failure"),
    "packet-loss": ("패킷 손실", "Packet loss"),
    "queue-backlog": ("큐 적체", "Queue backlog"),
    "replication-lag": ("복제 지연", "Replication lag"),
    "split-brain": ("스플릿 브레인", "Split brain"),
    "crash-loop": ("반복 재시작", "Crash loop"),
    "disk-full": ("디스크 가득 참", "Disk full"),
    "certificate-expired": ("인증서 만료", "Certificate expired"),
    "throttling": ("요청 제한", "Throttling"),
    "stale-data": ("오래된 데이터", "Stale data"),
    "control-plane-down": ("컨트롤 플레인 중단", "Control plane down"),
    "full-outage": ("전체 중단", "Full outage"),
    "slow-start": ("느린 시작", "Slow start"),
    "monitoring-gap": ("모니터링 공백", "Monitoring gap"),
    "scheduling-stall": ("스케줄링 정체", "Scheduling stall"),
    "wrong-results": ("잘못된 결과", "Wrong results"),
    "thermal-throttle": ("발열 제한", "Thermal throttling"),
}

CAUSES: Labels = {
    "dependency-failure": ("의존성 장애", "Dependency failure"),
    "config-change": ("설정 변경", "Configuration change"),
    "software-bug": ("소프트웨어 버그", "Software bug"),
    "capacity-exhaustion": ("용량 고갈", "Capacity exhaustion"),
    "hardware-failure": ("하드웨어 고장", "Hardware failure"),
    "network-partition": ("네트워크 분할", "Network partition"),
    "human-error": ("사람의 실수", "Human error"),
    "race-condition": ("경쟁 조건", "Race condition"),
    "memory-leak": ("메모리 누수", "Memory leak"),
    "thundering-herd": ("요청 쏠림", "Thundering herd"),
    "retry-storm": ("재시도 폭주", "Retry storm"),
    "expired-credential": ("자격 증명 만료", "Expired credential"),
    "schema-migration": ("스키마 변경", "Schema migration"),
    "power-loss": ("전원 상실", "Power loss"),
    "cooling-failure": ("냉각 실패", "Cooling failure"),
    "clock-skew": ("시계 어긋남", "Clock skew"),
    "bad-deploy": ("잘못된 배포", "Bad deploy"),
    "quota-limit": ("할당량 한도", "Quota limit"),
    "kernel-bug": ("커널 버그", "Kernel bug"),
    "firmware-bug": ("펌웨어 버그", "Firmware bug"),
    "traffic-surge": ("트래픽 급증", "Traffic surge"),
    "unknown": ("알 수 없음", "Unknown"),
}

COMPONENTS: Labels = {
    "shared-nfs": ("공유 네트워크 파일 시스템", "Shared network file system"),
    "object-store": ("오브젝트 저장소", "Object store"),
    "scheduler": ("스케줄러", "Scheduler"),
    "etcd": ("etcd", "etcd"),
    "kubelet": ("kubelet", "kubelet"),
    "api-server": ("API 서버", "API server"),
    "load-balancer": ("로드 밸런서", "Load balancer"),
    "service-mesh": ("서비스 메시", "Service mesh"),
    "gpu-driver": ("GPU 드라이버", "GPU driver"),
    "nccl": ("NCCL", "NCCL"),
    "infiniband": ("인피니밴드", "InfiniBand"),
    "message-queue": ("메시지 큐", "Message queue"),
    "relational-db": ("관계형 데이터베이스", "Relational database"),
    "cache": ("캐시", "Cache"),
    "dns-resolver": ("DNS 리졸버", "DNS resolver"),
    "cni": ("CNI 플러그인", "CNI plugin"),
    "ingress": ("인그레스", "Ingress"),
    "identity-provider": ("인증 서버", "Identity provider"),
    "ci-pipeline": ("배포 파이프라인", "Deploy pipeline"),
    "metrics-store": ("지표 저장소", "Metrics store"),
    "log-pipeline": ("로그 파이프라인", "Log pipeline"),
    "autoscaler": ("오토스케일러", "Autoscaler"),
    "registry": ("이미지 레지스트리", "Image registry"),
    "top-of-rack": ("랙 스위치", "Top-of-rack switch"),
    "ups": ("무정전 전원 장치", "UPS"),
    "checkpoint-writer": ("체크포인트 기록기", "Checkpoint writer"),
}

SEVERITIES: Labels = {
    "sev1": ("심각", "Critical"),
    "sev2": ("높음", "Major"),
    "sev3": ("보통", "Moderate"),
    "sev4": ("낮음", "Minor"),
}

ORGANIZATIONS = (
    "Northwind Cloud",
    "Hanbit AI",
    "Blue Ridge Compute",
    "Miro Labs",
    "Seorak Systems",
    "Atlas Rail",
    "Dalgona Games",
    "Cobalt Bank",
    "Paju Media",
    "Quill Search",
    "Ferrous Robotics",
    "Namsan Telecom",
    "Lumen Retail",
    "Orchard Maps",
    "Tern Analytics",
    "Gureum Storage",
    "Kestrel Edge",
    "Haneul Commerce",
    "Sable Vision",
    "Ondol Energy",
    "Peregrine Chat",
    "Maru Bio",
    "Granite Registry",
    "Bada Logistics",
)

REGIONS = (
    "ap-northeast-2",
    "us-east-1",
    "us-west-2",
    "eu-west-1",
    "eu-central-1",
    "ap-southeast-1",
    "ap-northeast-1",
    "global",
    "sa-east-1",
)


def _words(text: str) -> tuple[str, ...]:
    """Words of a list; a bar stands for a space inside one."""
    return tuple(dict.fromkeys(word.replace("|", " ") for word in text.split()))


LATIN = _words(
    """
    HDFS YARN etcd Kubernetes NCCL Kafka Redis PostgreSQL Envoy Istio Prometheus CoreDNS Calico Cilium
    Ceph NFS S3 IAM DNS TLS BGP MPI CUDA InfiniBand RDMA PyTorch Ray Slurm MySQL Consul Vault Nginx
    HAProxy gRPC Grafana Loki Thanos Cassandra MongoDB Elasticsearch RabbitMQ ZooKeeper Terraform Helm
    Argo Jenkins containerd runc systemd iptables eBPF Lustre GPFS NVMe ECC Xid PCIe NVLink NVSwitch
    RoCE MTU VPC NAT OIDC SAML LDAP JWT WAF CDN QUIC HTTP2 WebSocket Spark Flink Airflow Hadoop HBase
    Trino MinIO Longhorn Velero Knative KEDA Karpenter Horovod DeepSpeed Megatron vLLM Triton TensorRT
    ONNX JAX XLA TPU MIG DCGM IPMI BMC PDU SNMP NTP PTP chrony raft paxos quorum WAL LSM SSTable bloom
    fsync inode dentry cgroup
    """
)

ENGLISH_NOUNS = _words(
    """
    cluster node pod job request replica shard leader follower scheduler queue worker container image
    volume disk partition snapshot checkpoint log metric alert dashboard trace certificate token session
    cookie header payload retry timeout backoff circuit breaker gateway proxy router switch link cable
    rack fan battery generator sensor firmware driver kernel process thread lock mutex semaphore buffer
    cache page heap stack index table row column schema migration query transaction commit rollback
    deployment release canary rollout config flag feature secret key policy role quota limit budget
    capacity traffic region zone datacenter tenant customer user operator engineer runbook playbook
    incident timeline postmortem action owner deadline review test script pipeline build artifact
    registry mirror dataset tokenizer gradient optimizer epoch batch tensor embedding model weight
    adapter prompt inference latency throughput bandwidth jitter packet frame route prefix peer neighbor
    lease watch event informer controller webhook admission finalizer taint toleration affinity eviction
    preemption autoscaler reservation placement topology socket core memory swap bus lane port interface
    bond tunnel overlay firewall rule chain hook probe liveness readiness startup heartbeat election
    term fence barrier collective ring tree mesh sidecar daemon agent collector exporter scraper sampler
    span baggage context
    """
)

ENGLISH_VERBS = _words(
    """
    failed stalled restarted timed|out dropped rejected retried drained evicted saturated exhausted
    blocked leaked diverged recovered overloaded throttled crashed lagged flapped rebalanced reconnected
    expired corrupted truncated flooded queued skipped paused resumed rolled|back scaled|up scaled|down
    fenced promoted demoted cached invalidated
    """
)

ENGLISH_ADJECTIVES = _words(
    """
    stale partial silent intermittent slow noisy healthy degraded unavailable unbounded idle hot cold
    primary secondary internal external regional global shared dedicated default legacy manual automatic
    temporary permanent unexpected concurrent sequential duplicate missing corrupt large small critical
    minor upstream downstream
    """
)

KOREAN_NOUNS = _words(
    """
    클러스터 노드 파드 작업 요청 복제본 샤드 리더 팔로워 스케줄러 큐 워커 컨테이너 이미지 볼륨 디스크
    파티션 스냅샷 체크포인트 로그 지표 알림 대시보드 추적 인증서 토큰 세션 쿠키 헤더 페이로드 재시도
    타임아웃 백오프 차단기 게이트웨이 프록시 라우터 스위치 링크 케이블 랙 팬 배터리 발전기 센서 펌웨어
    드라이버 커널 프로세스 스레드 잠금 버퍼 캐시 페이지 힙 스택 색인 테이블 행 열 스키마 마이그레이션
    질의 트랜잭션 커밋 롤백 배포 릴리스 카나리 설정 플래그 기능 비밀값 키 정책 역할 할당량 한도 예산
    용량 트래픽 리전 가용영역 데이터센터 테넌트 고객 사용자 운영자 엔지니어 절차서 사고 타임라인 회고
    담당자 기한 검토 시험 스크립트 파이프라인 빌드 산출물 레지스트리 미러 데이터셋 토크나이저 기울기
    옵티마이저 에포크 배치 텐서 임베딩 모델 가중치 어댑터 프롬프트 추론 지연 처리량 대역폭 패킷 프레임
    경로 이웃 임대 이벤트 컨트롤러 웹훅 축출 선점 오토스케일러 예약 배치도 토폴로지 소켓 코어 메모리
    스왑 버스 포트 인터페이스 터널 방화벽 규칙 훅 프로브 심박 선출 장벽 집합통신 사이드카 데몬
    에이전트 수집기 저장소 파일시스템 네임노드 데이터노드 블록 원장 분할 장애 복구 감지 원인 증상 영향
    조치 교훈 후속 경보 임계값 평균 중앙값 백분위수 표본 분포 추세 기록 연구진 논문 보고서 공지 문의
    지원팀 개발팀 운영팀 보안팀 협력사 공급사 계약 점검 교체 재부팅 초기화 동기화 직렬화 압축 암호화
    서명 검증 필터 변환 적재 수집 정리 보관 삭제 이전 전환 우회 격리
    """
)

KOREAN_VERBS = _words(
    """
    실패했다 멈췄다 다시|시작됐다 끊겼다 거부됐다 밀렸다 고갈됐다 막혔다 새어|나갔다 어긋났다 회복됐다
    과부하에|걸렸다 제한됐다 비정상|종료됐다 뒤처졌다 흔들렸다 재조정됐다 만료됐다 손상됐다 잘렸다 쌓였다
    건너뛰었다 일시|중지됐다 되돌려졌다 늘어났다 줄어들었다 격리됐다 승격됐다 강등됐다 무효가|됐다
    응답하지|않았다 지연됐다 반복됐다 누락됐다 감지되지|않았다 초과했다 붙지|못했다 사라졌다
    """
)

KOREAN_ADJECTIVES = _words(
    """
    오래된 일부 조용한 간헐적인 느린 정상 성능이|떨어진 사용할|수|없는 제한|없는 유휴 뜨거운 주 보조
    내부 외부 지역 전역 공유 전용 기본 예전 수동 자동 임시 영구 예상하지|못한 동시 순차 중복 빠진
    손상된 큰 작은 중요한 사소한 상위 하위
    """
)

SERVICE_FIRST = _words(
    """
    amber basalt cedar delta ember fjord garnet harbor iris juniper kelp lotus maple nimbus onyx pine
    quartz raven slate tundra umber violet willow xenon yarrow zephyr mugunghwa namu bada haetae
    """
)

SERVICE_LAST = _words(
    """
    router writer reader broker index ledger auth mail feed cart search rank relay vault probe gate sync
    cron bill image train serve batch edge
    """
)

HEADINGS: Mapping[str, Mapping[str, str]] = {
    "ko": {
        "symptoms": "증상",
        "cause": "원인",
        "detection": "감지",
        "remediation": "조치",
        "follow-ups": "후속 조치",
        "lessons": "교훈",
    },
    "en": {
        "symptoms": "Symptoms",
        "cause": "Cause",
        "detection": "Detection",
        "remediation": "Remediation",
        "follow-ups": "Follow-ups",
        "lessons": "Lessons",
    },
}

INTERFACE: Mapping[str, Mapping[str, str]] = {
    "site": {"ko": "사례 도서관", "en": "Incident Library"},
    "topics": {"ko": "주제", "en": "Topics"},
    "symptoms": {"ko": "증상", "en": "Symptoms"},
    "causes": {"ko": "원인", "en": "Causes"},
    "severity": {"ko": "심각도", "en": "Severity"},
    "scope": {"ko": "영향 범위", "en": "Impact scope"},
    "users": {"ko": "영향 사용자", "en": "Affected users"},
    "region": {"ko": "지역", "en": "Region"},
    "ttd": {"ko": "감지까지", "en": "Time to detect"},
    "ttr": {"ko": "복구까지", "en": "Time to recover"},
    "components": {"ko": "구성 요소", "en": "Components"},
    "trigger": {"ko": "촉발", "en": "Trigger"},
    "sources": {"ko": "출처", "en": "Sources"},
    "related": {"ko": "관련 사례", "en": "Related incidents"},
    "minutes": {"ko": "분", "en": "min"},
    "switch": {"ko": "English", "en": "한국어"},
    "all": {"ko": "모든 사례", "en": "All incidents"},
    "foot": {
        "ko": "AI 도구와 스크립트용 API 는 키가 필요 없습니다.",
        "en": "The API for AI tools and scripts needs no key.",
    },
}
"""Words of the peers' layouts."""
