// The last step of a process: it ends when whoever reads its output has taken everything. Of a command that goes on until it is stopped only for
// a while: a collector of logs that stands still would keep it from its end, and its supervisor from its exit code.

/** Commands that go on by themselves. Whoever asks for something else, as `check`, is there: a pager is read as slowly as a person reads. */
export const GO_ON: readonly (string | undefined)[] = ['run', 'watchdog', 'signer', 'serve', 'record', 'worker']

/** A pipe that is read is empty within milliseconds. */
const UNREAD_MS = 1000

interface Written {
  write(text: string, done: () => void): unknown
}

export interface ExitParts {
  readonly stdout: Written
  readonly stderr: Written
  readonly exit: () => void
}

/** `command`: what was run, if anything was. */
export function exitWhenRead(command: string | undefined, { stdout, stderr, exit }: ExitParts): void {
  if (GO_ON.includes(command)) setTimeout(exit, UNREAD_MS)
  stdout.write('', () => stderr.write('', exit))
}
