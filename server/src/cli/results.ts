import type { Command } from 'commander'

/** Options of every command with a result. */
export interface ResultOptions {
  json?: boolean
}

/** Defines a command that lists something, as text or, with `--json`, as JSON. */
export function listCommand(program: Command, name: string, description: string): Command {
  return program.command(name).description(description).option('--json', 'one JSON array instead of lines')
}

/** Prints rows in the requested format. */
export function printList<Row>(
  { say, json = false, rows }: { say(line: string): void; json: boolean | undefined; rows: readonly Row[] },
  columnsOf: (row: Row) => (string | number)[],
): void {
  if (json) say(JSON.stringify(rows))
  else if (rows.length === 0) say('There are none.')
  else for (const row of rows) say(columnsOf(row).join('  ').trimEnd())
}

/** Defines a command that changes something and reports it as a sentence or, with `--json`, an object. */
export function actionCommand(program: Command, name: string, description: string): Command {
  return program.command(name).description(description).option('--json', 'one JSON object instead of a sentence')
}

/** Prints a result in the requested format. */
export function printResult(
  { say, json = false, result }: { say(line: string): void; json: boolean | undefined; result: object },
  ...sentences: string[]
): void {
  if (json) say(JSON.stringify(result))
  else for (const sentence of sentences) say(sentence)
}
