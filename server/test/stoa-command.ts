import { runCommand } from '../src/cli/program.ts'

/** The result of an operator's command. */
export interface CommandResult {
  code: number
  /** Standard output, without the last line break. */
  out: string
  /** Standard error, likewise. */
  err: string
}

/** Runs a command with the given settings. `typed`: the input at its prompt. */
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
