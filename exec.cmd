@rem `exec` for cmd.exe, so that the scripts of package.json run on Windows as they are.
@%*
