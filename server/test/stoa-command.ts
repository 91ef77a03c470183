import { runCommand } from '../src/cli/program.ts'

/** What a command of the operator's has done. */
export interface CommandResult {
  code: number
  /** What it wrote to standard output, without the last line's end. */
  out: string
  /** And to standard error. */
  err: string
}

/** Runs a command with the given settings; `typed` answers its prompt. */
export async function stoaCommand(
  environment: Record<string, string>,
  parameters: string[],
  typed = '',
): Promise<CommandResult> {
  const written = { out: '', err: '' }
  const code = await runCommand(parameters, {
    environment,
    print: (text) => void (written.out += text),
    complain: (text) => void (written.err += text),
    ask: async () => typed,
  })
  return { code, out: written.out.trimEnd(), err: written.err.trimEnd() }
}
