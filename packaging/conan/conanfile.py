# SPDX-License-Identifier: MIT
"""The Conan package `diagfmt`, of this tree: conan create packaging/conan"""
import os
import re

from conan import ConanFile
from conan.tools.files import copy, load, rmdir
from conan.tools.gnu import PkgConfigDeps
from conan.tools.layout import basic_layout
from conan.tools.meson import Meson, MesonToolchain

# What the build of the libraries reads.
SOURCES = ["meson.build", "meson_options.txt", "LICENSE", "amalgamation/*", "cmake/*", "docs/reference/*", "include/*",
           "lib/*", "ops/*", "pkgconfig/*", "schema/*", "sqlite/*", "tables/*"]
# Options for codecs: what is required, the value of Meson's option, the parts that packages of others have, and the
# libraries of a system that has the codec itself ([platform_requires]).
CODECS = {"zstd": ("zstd/[>=1.4 <2]", "enabled", ["zstd::zstdlib"], ["zstd"]),
          "snappy": ("snappy/[>=1.1 <2]", "system", ["snappy::snappylib"], ["snappy", "stdc++"]),
          "brotli": ("brotli/[>=1.0 <2]", "enabled", ["brotli::brotlidec", "brotli::brotlienc"],
                     ["brotlienc", "brotlidec", "brotlicommon"])}
ZLIB = ("zlib/[>=1.2.11 <2]", None, ["zlib::zlib"], ["z"])


class Diagfmt(ConanFile):
    name = "diagfmt"
    description = "Reads and writes diagnostic files: crash reports, bug reports, CPU profiles, heap dumps, traces"
    license = "MIT"
    topics = ("apport", "apitrace", "simpleperf", "bugreport", "malloc-debug")
    package_type = "library"
    languages = "C"
    implements = ["auto_shared_fpic"]
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False], "ops": [True, False],
               **{codec: [True, False] for codec in CODECS}}
    default_options = {"shared": False, "fPIC": True, "ops": False, **{codec: True for codec in CODECS}}

    def _tree(self):
        return os.path.join(self.recipe_folder, "..", "..")

    def set_version(self):
        self.version = re.search(r"^  version: '(.*)',$", load(self, os.path.join(self._tree(), "meson.build")), re.M)[1]

    def export_sources(self):
        for pattern in SOURCES:
            copy(self, pattern, self._tree(), self.export_sources_folder, excludes="*/__pycache__/*")

    def layout(self):
        basic_layout(self)

    def _codecs(self):
        return {"zlib": ZLIB, **{name: codec for name, codec in CODECS.items() if self.options.get_safe(name)}}

    def requirements(self):
        for requirement, *_ in self._codecs().values():
            self.requires(requirement)

    def build_requirements(self):
        self.tool_requires("meson/[>=1.0 <2]")
        if not self.conf.get("tools.gnu:pkg_config", check_type=str):
            self.tool_requires("pkgconf/[>=1.7 <3]")

    def generate(self):
        PkgConfigDeps(self).generate()
        toolchain = MesonToolchain(self)
        for name in ("isal", "lzma", "nanopb", "sqlite", "tools", "examples", "tests", "docs"):
            toolchain.project_options[name] = "disabled"
        for name, (_, value, *_) in CODECS.items():
            toolchain.project_options[name] = value if name in self._codecs() else "disabled"
        toolchain.project_options["ops"] = "enabled" if self.options.ops else "disabled"
        toolchain.generate()

    def build(self):
        meson = Meson(self)
        meson.configure()
        meson.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        Meson(self).install()
        for folder in ("pkgconfig", "cmake"):  # Conan makes its own, which find other packages
            rmdir(self, os.path.join(self.package_folder, "lib", folder))
        rmdir(self, os.path.join(self.package_folder, "share"))

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "diagfmt")
        library = self.cpp_info.components["diagfmt"]
        library.libs = ["diagfmt"]
        library.set_property("cmake_target_name", "diagfmt::diagfmt")
        library.set_property("pkg_config_name", "diagfmt")
        packages = self.dependencies.filter({"build": False, "direct": True, "test": False}).values()
        packages = {package.ref.name for package in packages}  # without what the system has
        for name, (_, _, parts, system_libs) in self._codecs().items():
            if name in packages:
                library.requires += parts
            elif not self.options.shared:
                library.system_libs += system_libs
        if self.settings.os in ("Linux", "FreeBSD") and not self.options.shared:
            library.system_libs += ["m", "pthread"]
        if self.options.ops:
            operations = self.cpp_info.components["ops"]
            operations.libs = ["diagfmt-ops"]
            operations.set_property("cmake_target_name", "diagfmt::ops")
            operations.set_property("pkg_config_name", "diagfmt-ops")
            operations.requires = ["diagfmt"]
