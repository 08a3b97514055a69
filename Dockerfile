# Serves the site or the MCP server, read-only and not as root: docs/container.md
FROM python:3.13-alpine AS build
WORKDIR /source
COPY . .
RUN python -m venv /opt/rules \
 && /opt/rules/bin/pip install --no-cache-dir --no-compile '.[mcp]' \
 && RULES_CACHE=/tmp/cache /opt/rules/bin/rules --home /library editions \
 && RULES_CACHE=/tmp/cache /opt/rules/bin/rules --home /library site /site \
 && rm -rf /opt/rules/lib/python3.13/site-packages/pip /opt/rules/bin/pip*

FROM python:3.13-alpine
COPY --from=build /opt/rules /opt/rules
COPY --from=build --chown=root:root /library /library
COPY --from=build /site /site
ENV PATH=/opt/rules/bin:$PATH RULES_HOME=/library RULES_CACHE=/tmp/rules-cache PYTHONDONTWRITEBYTECODE=1
USER 10001
EXPOSE 8000 8765
HEALTHCHECK --interval=30s --timeout=3s \
  CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/', timeout=2)"]
CMD ["python", "-m", "http.server", "8000", "--directory", "/site"]
