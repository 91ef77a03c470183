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
  const output = { out: '', err: '' }
  const code = await runCommand(parameters, {
    environment,
    print: (text) => void (output.out += text),
    complain: (text) => void (output.err += text),
    ask: async () => typed,
  })
  return { code, out: output.out.trimEnd(), err: output.err.trimEnd() }
}
