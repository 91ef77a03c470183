import type { Command } from 'commander'

/** What every command with a result takes. */
export interface ResultOptions {
  json?: boolean
}

/** Begins a command that lists something, for people or, with `--json`, for programs. */
export function listCommand(program: Command, name: string, description: string): Command {
  return program.command(name).description(description).option('--json', 'one JSON array instead of lines')
}

/** Prints rows as the command's options ask for. */
export function sayList<Row>(
  { say, json = false, rows }: { say(line: string): void; json: boolean | undefined; rows: readonly Row[] },
  columnsOf: (row: Row) => (string | number)[],
): void {
  if (json) say(JSON.stringify(rows))
  else if (rows.length === 0) say('There are none.')
  else for (const row of rows) say(columnsOf(row).join('  ').trimEnd())
}

/** Begins a command that does something, and says what in a sentence or, with `--json`, in an object. */
export function actionCommand(program: Command, name: string, description: string): Command {
  return program.command(name).description(description).option('--json', 'one JSON object instead of a sentence')
}

/** Says what a command has done as its options ask for. */
export function sayResult(
  { say, json = false, result }: { say(line: string): void; json: boolean | undefined; result: object },
  ...sentences: string[]
): void {
  if (json) say(JSON.stringify(result))
  else for (const sentence of sentences) say(sentence)
}
