#!/bin/sh
# deploy/fill.sh values file: the file with the values in place of ${NAME}; nothing else in it is touched.
set -eu
set -a
. "$(realpath "$1")"
envsubst "$(sed -n 's/^\([A-Z]\w*\)=.*/${\1}/p' "$1" | tr '\n' ' ')" < "$2"
