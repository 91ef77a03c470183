import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'

type Terminal = Pick<NodeJS.Process, 'stdin'> & { stderr: Pick<NodeJS.WritableStream, 'write'> }

/** Reads a secret from standard input: at a terminal it is asked for and not shown, else it is all that comes, without its line's end. */
export async function readSecret(question: string, { stdin, stderr }: Terminal = process): Promise<string> {
  if (!stdin.isTTY) return (await text(stdin)).replace(/\r?\n$/, '')
  // What is typed goes to an output that nobody sees.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: stdin, output: nowhere, terminal: true, historySize: 0 })
  stderr.write(question)
  try {
    const leaving = new Promise<string>((resolve) => reader.once('close', () => resolve('')))
    return await Promise.race([reader.question(''), leaving])
  } finally {
    reader.close()
    stderr.write('\n')
  }
}
