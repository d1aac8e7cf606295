"""For admins: whether scopes are apart."""

from litestar import post

from ops.isolation import Isolation, check_isolation
from ops.metrics import METRICS
from service.access import for_admin
from service.call import AnyRequest
from service.running import running


@post("/v1/verify/isolation", opt=for_admin(), status_code=200, tags=["admin"])
async def verify_isolation(request: AnyRequest) -> Isolation:
    """Check how scopes lie on disk, and that a fresh word written in one is found through no other."""
    parts = running(request.app)
    found = await parts.lengthily(check_isolation, parts.registry)
    METRICS.count("verifications", valid=str(found.valid).lower())
    for finding in found.findings:
        METRICS.count("integrity_findings", kind=finding.kind)
    return found


ISOLATION = [verify_isolation]
