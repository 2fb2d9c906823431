@rem `exec` for cmd.exe, so that `npm run serve` and `npm run migrate` run on Windows too.
@%*
