"""For each kubectl check of the public library: objects that show its condition, and the one change that ends it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from cluster_shapes import DROP, Object, config_map, container, make, node, pod, put, webhook, workload

Change = Callable[[list[Object]], list[Object]]


@dataclass(frozen=True)
class Row:
    """One check with objects that show its condition."""

    incident: str
    check: str
    bad: list[Object]
    change: Change
    """Ends the condition by one field or one object."""
    complete: bool = False
    """Whether the objects are said to be all that there is."""

    @property
    def good(self) -> list[Object]:
        return self.change(self.bad)


def setting(path: str, value: Any, index: int = 0) -> Change:
    return lambda objects: put(objects, index, path, value)


def adding(*more: Object) -> Change:
    return lambda objects: [*objects, *more]


def template(rest: str) -> str:
    return f"spec/template/spec/{rest}"


def kube_system(kind: str, name: str, *containers: Object, **rest: Any) -> Object:
    return workload(kind, name, *containers, namespace="kube-system", **rest)


COREDNS = kube_system(
    "Deployment",
    "coredns",
    {
        **container("coredns", "registry.k8s.io/coredns/coredns:v1.12.0"),
        "resources": {"requests": {"cpu": "100m", "memory": "70Mi"}, "limits": {"memory": "170Mi"}},
    },
    labels={"k8s-app": "kube-dns"},
    spec={"replicas": 2},
)
DNS_POD = pod(
    "coredns-5d78c9869d-2xk7p",
    namespace="kube-system",
    labels={"k8s-app": "kube-dns"},
    status={"containerStatuses": [{"name": "coredns", "restartCount": 41, "ready": True}]},
)
PROMETHEUS_LABELS = {"app.kubernetes.io/name": "prometheus", "app.kubernetes.io/managed-by": "prometheus-operator"}
PROMETHEUS = workload(
    "StatefulSet",
    "prometheus-main",
    {
        "name": "prometheus",
        "image": "quay.io/prometheus/prometheus:v3.5.0",
        "resources": {"requests": {"memory": "400Mi"}},
        "startupProbe": {"failureThreshold": 60, "periodSeconds": 15, "httpGet": {"path": "/-/ready", "port": "web"}},
    },
    container("config-reloader"),
    namespace="monitoring",
    labels=PROMETHEUS_LABELS,
    spec={"replicas": 1},
)
BARE = {"name": "build", "image": "registry.example.org/ci/repo2docker:2025.8.0", "resources": {}}
PENDING = pod(
    "session-x7",
    status={
        "phase": "Pending",
        "conditions": [
            {
                "type": "PodScheduled",
                "status": "False",
                "reason": "Unschedulable",
                "message": "0/10 nodes are available: 10 Insufficient memory.",
            }
        ],
    },
)
NO_SPACE = make(
    "Event",
    "kubelet.17a",
    reason="FailedCreatePodContainer",
    type="Warning",
    message="failed to create inotify fd: no space left on device",
)
NO_ADDRESS = make(
    "Event",
    "session.17b",
    reason="FailedCreatePodSandBox",
    type="Warning",
    message="plugin type=aws-cni failed: add cmd: failed to assign an IP address to container",
)
HUB_IMAGE = workload("Deployment", "cache", container("redis", "redis:7.4"))
DAEMON = kube_system(
    "DaemonSet", "node-exporter", spec={"updateStrategy": {"rollingUpdate": {"maxUnavailable": "100%"}}}
)
ETCD_POD = pod(
    "etcd-cp-1",
    {
        "name": "etcd",
        "image": "registry.k8s.io/etcd:3.5.1-0",
        "command": ["etcd", "--data-dir=/var/lib/etcd", "--snapshot-count=10000"],
    },
    namespace="kube-system",
    labels={"component": "etcd", "tier": "control-plane"},
)
ETCD_OTHER = pod(
    "etcd-cp-2",
    {"name": "etcd", "image": "registry.k8s.io/etcd:3.6.4-0", "command": ["etcd"]},
    namespace="kube-system",
    labels={"component": "etcd"},
)
CERTIFICATE = make(
    "Certificate",
    "shop-tls",
    version="cert-manager.io/v1",
    spec={"dnsNames": ["shop.example.org"], "issuerRef": {"name": "letsencrypt", "kind": "ClusterIssuer"}},
    status={
        "notAfter": "2026-12-08T12:00:00Z",
        "renewalTime": "2026-11-08T12:00:00Z",
        "conditions": [{"type": "Ready", "status": "False", "reason": "Expired", "message": "Renewal failed"}],
    },
)
NGINX_LABELS = {"app.kubernetes.io/name": "ingress-nginx", "app.kubernetes.io/component": "controller"}
NGINX_CONFIG = config_map(
    "ingress-nginx-controller",
    {"allow-snippet-annotations": "false", "enable-modsecurity": "true", "enable-owasp-modsecurity-crs": "true"},
    namespace="ingress-nginx",
    labels=NGINX_LABELS,
)
NGINX = workload(
    "Deployment",
    "ingress-nginx-controller",
    container("controller", "registry.k8s.io/ingress-nginx/controller:v1.13.2@sha256:1f7eaeb01933e719c8a9f4acd8181e55"),
    namespace="ingress-nginx",
    labels=NGINX_LABELS,
)
NGINX_POD = pod(
    "ingress-nginx-controller-7d4",
    namespace="ingress-nginx",
    labels=NGINX_LABELS,
    status={"containerStatuses": [{"name": "controller", "state": {"waiting": {"reason": "CrashLoopBackOff"}}}]},
)


def traefik(image: str) -> Object:
    arguments = ["--entryPoints.web.address=:8000/tcp", "--providers.kubernetescrd", "--ping=true"]
    return workload(
        "Deployment",
        "traefik",
        container("traefik", image, args=arguments),
        namespace="traefik",
        labels={"app.kubernetes.io/name": "traefik", "app.kubernetes.io/instance": "traefik-traefik"},
    )


DESCHEDULER = config_map(
    "descheduler",
    {
        "policy.yaml": "apiVersion: descheduler/v1alpha2\nkind: DeschedulerPolicy\nprofiles:\n- name: default\n"
        "  plugins:\n    balance:\n      enabled: [RemoveDuplicates]\n"
    },
    namespace="kube-system",
    labels={"app.kubernetes.io/name": "descheduler"},
)
QUOTA = make(
    "ResourceQuota",
    "gke-resource-quotas",
    spec={"hard": {"pods": "15k", "services": "5k"}},
    status={"hard": {"pods": "15k", "services": "5k"}, "used": {"pods": "15k", "services": "112"}},
)
AUTOSCALER = make(
    "HorizontalPodAutoscaler",
    "checkout",
    version="autoscaling/v2",
    spec={
        "minReplicas": 3,
        "maxReplicas": 20,
        "metrics": [
            {
                "type": "ContainerResource",
                "containerResource": {"container": "checkout", "name": "cpu", "target": {"averageUtilization": 70}},
            }
        ],
    },
    status={"currentReplicas": 20, "desiredReplicas": 20},
)
CONTROL_PLANE = {"node-role.kubernetes.io/control-plane": ""}
RUN_ANYWHERE = {"topologySpreadConstraints": [{"maxSkew": 1, "topologyKey": "kubernetes.io/hostname"}]}


def rows() -> Iterator[Row]:
    """A row for each check that looks at objects."""
    yield from _dns()
    yield from _admission()
    yield from _resources()
    yield from _nodes()
    yield from _rollout()
    yield from _certificates()
    yield from _network()
    yield from _ingress()
    yield from _storage()


def _dns() -> Iterator[Row]:
    limit = template("containers/0/resources/limits/memory")
    yield Row("IL-0040", "coredns-memory-limit", [COREDNS], setting(limit, "2000Mi"))
    ndots = {"options": [{"name": "ndots", "value": "2"}]}
    yield Row("IL-0040", "ndots-left-at-default", [HUB_IMAGE, NGINX], setting(template("dnsConfig"), ndots))
    cache = kube_system("DaemonSet", "node-local-dns")
    yield Row("IL-0040", "no-dns-cache-on-nodes", [DAEMON], adding(cache))
    yield Row("IL-0168", "dns-does-not-scale", [COREDNS], adding(kube_system("Deployment", "dns-autoscaler")))
    yield Row("IL-0066", "coredns-restarts", [DNS_POD], setting("status/containerStatuses/0/restartCount", 0))
    monitor = make("ServiceMonitor", "kubelet", version="monitoring.coreos.com/v1", namespace="monitoring")
    dns_monitor = make("ServiceMonitor", "coredns", version="monitoring.coreos.com/v1", namespace="monitoring")
    yield Row("IL-0066", "core-components-unmonitored", [monitor], adding(dns_monitor))


def _admission() -> Iterator[Row]:
    everywhere = webhook("validate.policy.example.org", ["pods"], namespaceSelector={})
    exempt = {"matchExpressions": [{"key": "openpolicyagent.org/webhook", "operator": "DoesNotExist"}]}
    exemption = setting("webhooks/0/namespaceSelector", exempt)
    yield Row("IL-0070", "pod-webhook-without-exemption", [everywhere], exemption)
    fails_open = setting("webhooks/0/failurePolicy", "Ignore")
    ingress = webhook("validate.nginx.ingress.kubernetes.io", ["ingresses"])
    yield Row("IL-0076", "ingress-webhook-fails-closed", [ingress], fails_open)
    without_ca = webhook("mutate.example.org", ["services"], kind="Mutating")
    without_ca["webhooks"][0]["clientConfig"].pop("caBundle")
    with_ca = setting("webhooks/0/clientConfig/caBundle", "LS0tLS1CRUdJTg==")
    yield Row("IL-0076", "webhook-without-ca", [without_ca], with_ca)
    slow = webhook("slow.example.org", ["deployments"], timeoutSeconds=30)
    yield Row("IL-0082", "slow-webhook-allowed", [slow], setting("webhooks/0/timeoutSeconds", 5))
    kyverno = webhook("validate.kyverno.svc-fail", ["*"])
    yield Row("IL-0137", "kyverno-fails-closed", [kyverno], fails_open)


def _resources() -> Iterator[Row]:
    first_limit = template("containers/0/resources/limits")
    yield Row("IL-0117", "prometheus-without-memory-limit", [PROMETHEUS], setting(first_limit, {"memory": "8Gi"}))
    threshold = template("containers/0/startupProbe/failureThreshold")
    yield Row("IL-0182", "prometheus-startup-probe", [PROMETHEUS], setting(threshold, 120))
    yield Row("IL-0142", "prometheus-single-replica", [PROMETHEUS], setting("spec/replicas", 2))
    job = workload("Job", "build-x", BARE)
    yield Row("IL-0023", "batch-without-memory-limit", [job], setting(first_limit, {"memory": "3Gi"}))
    deployment = workload("Deployment", "hook", BARE)
    requests = setting(template("containers/0/resources/requests"), {"cpu": "50m", "memory": "64Mi"})
    yield Row("IL-0044", "deployments-without-requests", [deployment], requests)
    quota = make("ResourceQuota", "compute", spec={"hard": {"requests.cpu": "20"}})
    yield Row("IL-0261", "no-pod-count-quota", [quota], setting("spec/hard/count~pods", "50"))
    scheduled = setting("status/conditions/0", {"type": "PodScheduled", "status": "True"})
    for incident in ("IL-0020", "IL-0073", "IL-0212"):
        yield Row(incident, "pods-unschedulable", [PENDING], scheduled)
    placeholder = workload(
        "StatefulSet", "user-placeholder", labels={"component": "user-placeholder"}, spec={"replicas": 1}
    )
    yield Row("IL-0073", "too-few-placeholders", [placeholder], setting("spec/replicas", 20))
    session = pod("jupyter-ann", labels={"component": "singleuser-server"})
    yield Row("IL-0031", "old-user-pods", [session], setting("metadata/creationTimestamp", "2026-11-30T22:00:00Z"))
    hub = workload("Deployment", "hub", container("hub"), labels={"component": "hub", "app": "jupyterhub"})
    guaranteed = setting(template("containers/0/resources/requests/memory"), "512Mi")
    yield Row("IL-0026", "hub-without-guarantee", [hub], guaranteed)
    volume = {"volumes": [{"name": "data", "persistentVolumeClaim": {"claimName": "hub-db-dir"}}]}
    holder = workload("Deployment", "hub", pod=volume, spec={"replicas": 1})
    yield Row("IL-0027", "single-replica-with-volume", [holder], setting("spec/replicas", 2))
    agent = workload("DaemonSet", "agent", BARE, labels={"app.kubernetes.io/name": "grafana-agent"})
    yield Row("IL-0180", "agent-without-memory-limit", [agent], setting(first_limit, {"memory": "1Gi"}))
    killed = {"containerStatuses": [{"name": "kube-apiserver", "lastState": {"terminated": {"reason": "OOMKilled"}}}]}
    server = pod("kube-apiserver-a", namespace="kube-system", labels={"component": "kube-apiserver"}, status=killed)
    completed = setting("status/containerStatuses/0/lastState/terminated/reason", "Completed")
    yield Row("IL-0181", "api-server-out-of-memory", [server], completed)
    yield Row("IL-0118", "pod-quota-full", [QUOTA], setting("status/used/pods", "312"))
    yield Row("IL-0130", "gke-quota-full", [QUOTA], setting("status/used/pods", "312"))


def _nodes() -> Iterator[Row]:
    a, b = node("a"), node("b")
    hidden = put([a], 0, "status/addresses", [{"type": "Hostname", "address": "a"}])
    yield Row("IL-0045", "node-without-address", hidden, setting("status/addresses/0/type", "InternalIP"))
    cordoned = put([a], 0, "spec/unschedulable", True)
    yield Row("IL-0049", "cordoned-nodes", cordoned, setting("spec/unschedulable", DROP))
    spread = setting(template("topologySpreadConstraints"), RUN_ANYWHERE["topologySpreadConstraints"])
    yield Row("IL-0049", "ingress-not-spread", [NGINX], spread)
    down = put([a], 0, "status/conditions/1/status", "Unknown")
    yield Row("IL-0200", "node-not-ready", down, setting("status/conditions/1/status", "True"))
    small = put([a], 0, "status/capacity/ephemeral-storage", "20959212Ki")
    yield Row("IL-0168", "small-node-disk", small, setting("status/capacity/ephemeral-storage", "100Gi"))
    for incident in ("IL-0029", "IL-0064", "IL-0168"):
        yield Row(incident, "no-space-events", [NO_SPACE], setting("message", "Back-off pulling image"))
    yield Row("IL-0168", "ip-address-events", [NO_ADDRESS], setting("message", "Back-off pulling image"))
    masters = [node("cp-1", labels=CONTROL_PLANE), node("cp-2", "eu-west-1b", labels=CONTROL_PLANE)]
    other_type = setting("metadata/labels/node.kubernetes.io~instance-type", "c5.4xlarge")
    yield Row("IL-0074", "one-instance-type", masters, other_type)
    for incident in ("IL-0058", "IL-0135", "IL-0266"):
        zone = setting("metadata/labels/topology.kubernetes.io~zone", "eu-west-1b")
        yield Row(incident, "nodes-in-one-zone", [a, b], zone)
    docker = put([a, b], 0, "status/nodeInfo/containerRuntimeVersion", "docker://20.10.25")
    same = setting("status/nodeInfo/containerRuntimeVersion", "containerd://1.7.27")
    yield Row("IL-0149", "mixed-container-runtimes", docker, same)
    older = put([a, b], 0, "status/nodeInfo/kubeletVersion", "v1.32.8")
    yield Row("IL-0152", "kubelet-version-skew", older, setting("status/nodeInfo/kubeletVersion", "v1.33.4"))
    latest = make(
        "EC2NodeClass",
        "default",
        version="karpenter.k8s.aws/v1",
        namespace=None,
        spec={"amiSelectorTerms": [{"alias": "al2023@latest"}], "role": "nodes"},
    )
    pinned = setting("spec/amiSelectorTerms/0/alias", "al2023@v20251120")
    yield Row("IL-0141", "node-image-not-pinned", [latest], pinned)
    text = "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nkubeAPIQPS: 5\nmaxPods: 110\n"
    kubelet = config_map("kubelet-config", {"kubelet": text}, namespace="kube-system")
    yield Row("IL-0054", "kubelet-api-rate", [kubelet], setting("data/kubelet", text.replace(": 5\n", ": 50\n")))


def _rollout() -> Iterator[Row]:
    important = setting(template("priorityClassName"), "system-node-critical")
    for incident in ("IL-0060", "IL-0062"):
        yield Row(incident, "daemonset-without-priority", [DAEMON], important)
    boskos = workload("StatefulSet", "boskos", spec={"updateStrategy": {"type": "OnDelete"}})
    yield Row("IL-0047", "statefulset-on-delete", [boskos], setting("spec/updateStrategy/type", "RollingUpdate"))
    step = setting("spec/updateStrategy/rollingUpdate/maxUnavailable", 1)
    yield Row("IL-0206", "daemonset-everywhere-at-once", [DAEMON], step)
    budget = make("PodDisruptionBudget", "cache", version="policy/v1", spec={"minAvailable": 1})
    yield Row("IL-0216", "no-disruption-budgets", [HUB_IMAGE], adding(budget), complete=True)
    limited = DESCHEDULER["data"]["policy.yaml"] + "maxNoOfPodsToEvictPerNode: 2\n"
    yield Row("IL-0216", "descheduler-without-limit", [DESCHEDULER], setting("data/policy.yaml", limited))
    tame = DESCHEDULER["data"]["policy.yaml"].replace("RemoveDuplicates", "LowNodeUtilization")
    yield Row("IL-0148", "descheduler-remove-duplicates", [DESCHEDULER], setting("data/policy.yaml", tame))


def _certificates() -> Iterator[Row]:
    for incident in ("IL-0065", "IL-0257", "IL-0298"):
        renewed = setting("status/notAfter", "2027-02-20T12:00:00Z")
        yield Row(incident, "certificate-expires-soon", [CERTIFICATE], renewed)
    yield Row("IL-0298", "certificate-not-ready", [CERTIFICATE], setting("status/conditions/0/status", "True"))
    issuer = make("Issuer", "internal", version="cert-manager.io/v1", spec={"ca": {"secretName": "internal-ca"}})
    acme = setting("spec", {"acme": {"server": "https://acme-v02.api.letsencrypt.org/directory"}})
    yield Row("IL-0065", "self-managed-issuer", [issuer], acme)


def _network() -> Iterator[Row]:
    environment = [{"name": "ENABLE_PREFIX_DELEGATION", "value": "false"}, {"name": "WARM_IP_TARGET", "value": "5"}]
    agent = kube_system("DaemonSet", "aws-node", container("aws-node", env=environment))
    yield Row("IL-0159", "no-prefix-delegation", [agent], setting(template("containers/0/env/0/value"), "true"))
    services = [make("Service", f"edge-{number}", spec={"type": "LoadBalancer"}) for number in range(21)]
    yield Row("IL-0079", "many-load-balancers", services, setting("spec/type", "ClusterIP"))
    selector = {"nodeSelector": {"node-role.kubernetes.io/master": ""}}
    reflector = kube_system("Deployment", "route-reflector", pod=selector)
    free = setting(template("nodeSelector"), {"node-role.kubernetes.io/control-plane": ""})
    yield Row("IL-0153", "master-label-selector", [reflector], free)
    peer = make(
        "BGPPeer",
        "reflectors",
        version="crd.projectcalico.org/v1",
        namespace=None,
        spec={"nodeSelector": "all()", "peerSelector": "has(node-role.kubernetes.io/master)"},
    )
    by_own_label = setting("spec/peerSelector", "route-reflector == 'true'")
    yield Row("IL-0153", "route-reflectors-on-master-label", [peer], by_own_label)
    old = make("CronJob", "nightly", version="batch/v1beta1", spec={"schedule": "0 3 * * *"})
    yield Row("IL-0153", "removed-api-versions", [old], setting("apiVersion", "batch/v1"))
    cilium = config_map("cilium-config", {"identity-allocation-mode": "crd"}, namespace="kube-system")
    chosen = setting("data/labels", "k8s:io.kubernetes.pod.namespace k8s:app")
    yield Row("IL-0203", "identity-labels-unlimited", [cilium], chosen)
    proxy = config_map(
        "kube-proxy", {"config.conf": 'kind: KubeProxyConfiguration\nmode: ""\n'}, namespace="kube-system"
    )
    nftables = setting("data/config.conf", "kind: KubeProxyConfiguration\nmode: nftables\n")
    yield Row("IL-0152", "kube-proxy-iptables-mode", [proxy], nftables)


def _ingress() -> Iterator[Row]:
    yield Row("IL-0071", "ingress-tls-by-default", [NGINX_CONFIG], setting("data/ssl-protocols", "TLSv1.2 TLSv1.3"))
    detect = setting("data/enable-owasp-modsecurity-crs", "false")
    yield Row("IL-0277", "firewall-rules-block", [NGINX_CONFIG], detect)
    running = setting("status/containerStatuses/0/state", {"running": {"startedAt": "2026-11-20T00:00:00Z"}})
    for incident in ("IL-0024", "IL-0075"):
        yield Row(incident, "ingress-crash-loop", [NGINX_POD], running)
    trusting = setting(template("containers/0/args/2"), "--entryPoints.web.forwardedHeaders.trustedIPs=10.0.0.0/8")
    yield Row("IL-0097", "traefik-forwarded-headers", [traefik("docker.io/traefik:v3.5.3")], trusting)
    image = template("containers/0/image")
    yield Row("IL-0100", "traefik-before-2-5", [traefik("traefik:v2.4.8")], setting(image, "traefik:v2.5.0"))
    yield Row("IL-0101", "traefik-1", [traefik("traefik:1.7.34-alpine")], setting(image, "traefik:v2.11.0"))
    route = make(
        "IngressRoute",
        "traefik-dashboard",
        version="traefik.io/v1alpha1",
        spec={
            "entryPoints": ["websecure"],
            "routes": [{"kind": "Rule", "match": "PathPrefix(`/api`)", "services": [{"name": "api@internal"}]}],
        },
    )
    hosted = setting("spec/routes/0/match", "Host(`traefik.example.org`) && PathPrefix(`/api`)")
    yield Row("IL-0214", "route-without-host", [route], hosted)
    annotations = {"external-dns.alpha.kubernetes.io/set-identifier": "blue"}
    weightless = make("Ingress", "shop", version="networking.k8s.io/v1", annotations=annotations)
    weight = setting("metadata/annotations/external-dns.alpha.kubernetes.io~aws-weight", "100")
    yield Row("IL-0116", "external-dns-without-weight", [weightless], weight)
    for incident in ("IL-0145", "IL-0249"):
        mirrored = setting(image, "registry.example.org/mirror/redis:7.4")
        yield Row(incident, "docker-hub-images", [HUB_IMAGE], mirrored)


def _storage() -> Iterator[Row]:
    yield Row(
        "IL-0123",
        "etcd-3-5-corruption",
        [ETCD_POD],
        setting("spec/containers/0/image", "registry.k8s.io/etcd:3.5.21-0"),
    )
    checked = setting("spec/containers/0/command/2", "--experimental-initial-corrupt-check=true")
    yield Row("IL-0123", "etcd-corruption-unchecked", [ETCD_POD], checked)
    same = setting("spec/containers/0/image", "registry.k8s.io/etcd:3.6.4-0")
    yield Row("IL-0271", "etcd-mixed-versions", [ETCD_POD, ETCD_OTHER], same)
    fluent = config_map(
        "fluent-bit",
        {"fluent-bit.conf": "[SERVICE]\n    Flush 1\n[INPUT]\n    Name tail\n    Mem_Buf_Limit 5MB\n"},
        namespace="logging",
        labels={"app.kubernetes.io/name": "fluent-bit"},
    )
    on_disk = fluent["data"]["fluent-bit.conf"] + "    storage.type filesystem\n"
    yield Row("IL-0162", "fluent-bit-memory-buffer", [fluent], setting("data/fluent-bit.conf", on_disk))
    yield Row("IL-0281", "autoscaler-at-maximum", [AUTOSCALER], setting("status/currentReplicas", 11))
    sidecar = setting("spec/metrics/0/containerResource/container", "istio-proxy")
    yield Row("IL-0304", "autoscaler-ignores-sidecar", [AUTOSCALER], sidecar)
    meshed = workload("Deployment", "token", pod_annotations={"proxy.istio.io/config": "concurrency: 2\n"})
    wide = setting("spec/template/metadata/annotations/proxy.istio.io~config", "concurrency: 16\n")
    yield Row("IL-0304", "sidecar-low-concurrency", [meshed], wide)
    claim = make("PersistentVolumeClaim", "checkpoints", spec={"accessModes": ["ReadWriteMany"]})
    own = setting("spec/accessModes/0", "ReadWriteOnce")
    yield Row("IL-0585", "shared-training-volume", [claim], own)
    train = workload("Job", "train-13b", spec={"backoffLimit": 0})
    yield Row("IL-0585", "job-without-retries", [train], setting("spec/backoffLimit", 6))
    lustre = make("PersistentVolume", "corpus", namespace=None, spec={"csi": {"driver": "lustre.csi.hpe.com"}})
    yield Row("IL-0129", "lustre-volume", [lustre], setting("spec/csi/driver", "pd.csi.storage.gke.io"))
