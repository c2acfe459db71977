#!/bin/sh
# Installs what the window and the tests need from the system: Qt's libraries, a virtual display, PDF tools, LibreOffice.
# Where the caller may not install, it prints the command for someone who may, and ends with 0: the program itself
# runs from the command line without any of it.
set -eu

debian="libegl1 libgl1 libxkbcommon0 libxkbcommon-x11-0 libdbus-1-3 libfontconfig1 libxcb-cursor0 libxcb-icccm4
libxcb-image0 libxcb-keysyms1 libxcb-randr0 libxcb-render-util0 libxcb-shape0 libxcb-xkb1 xvfb poppler-utils
libreoffice-calc libreoffice-writer"
fedora="mesa-libEGL mesa-libGL libxkbcommon libxkbcommon-x11 dbus-libs fontconfig xcb-util-cursor xcb-util-wm
xcb-util-image xcb-util-keysyms xcb-util-renderutil xorg-x11-server-Xvfb poppler-utils libreoffice-calc libreoffice-writer"
arch="libglvnd libxkbcommon libxkbcommon-x11 dbus fontconfig xcb-util-cursor xcb-util-wm xcb-util-image
xcb-util-keysyms xcb-util-renderutil xorg-server-xvfb poppler libreoffice-fresh"

one_line() { echo "$*" | tr -s '\n ' '  '; }

if command -v apt-get >/dev/null 2>&1; then
    missing=""
    for name in $debian; do
        dpkg-query -W -f='${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || missing="$missing $name"
    done
    [ -n "$missing" ] || { echo "System libraries: all there."; exit 0; }
    install="apt-get install -y --no-install-recommends$missing"
    refresh="apt-get update"
elif command -v dnf >/dev/null 2>&1; then
    install="dnf install -y $(one_line $fedora)"
    refresh="true"
elif command -v pacman >/dev/null 2>&1; then
    install="pacman -S --needed --noconfirm $(one_line $arch)"
    refresh="pacman -Sy"
else
    echo "No apt-get, dnf or pacman here. The window needs Qt's system libraries (EGL, xkbcommon, fontconfig, xcb-cursor);"
    echo "the tests also use Xvfb, poppler's tools and LibreOffice. macOS and Windows need none of the libraries."
    exit 0
fi

if [ "$(id -u)" = 0 ]; then
    export DEBIAN_FRONTEND=noninteractive
    $refresh
    exec $install
fi
echo "Only an administrator can install these. The command:"
echo "    sudo sh -c '$refresh && $install'"
