import { Argument } from 'commander'
import type { Commands } from './commands.ts'

export function addPublisherCommands({ program, run, say, complain, ask }: Commands): void {
  const set = program.command('sso:set')
  set
    .description('Take the word of an origin for who its readers are.')
    .argument('<origin>', 'registered origin, such as https://news.example')
    .addArgument(
      new Argument('<kind>', 'secret: shared, and asked for or read from standard input; jwks: public keys').choices([
        'secret',
        'jwks',
      ]),
    )
    .argument('[address]', 'of the keys (jwks only)')
    .action((address: string, kind: 'secret' | 'jwks', keysAt?: string) => {
      // A secret passed as a parameter would appear in the process list and the shell's history.
      if ((kind === 'jwks') !== (keysAt !== undefined)) {
        set.error('error: jwks needs the address of the keys; secret takes none, because it is asked for')
      }
      return run(async ({ app }) => {
        const origin = originOf(address)
        if (!(await app.services.partnerOrigins.isRegistered(origin))) {
          complain(`${address} is not registered with any community (origin:add).`)
          return 1
        }
        const value = keysAt ?? (await ask(`Secret shared with ${origin}: `))
        const problem = app.services.publishers.problemOf({ kind, value })
        if (problem !== null) {
          complain(problem)
          return 2
        }
        await app.services.publishers.set(origin, { kind, value })
        say(`Readers of ${origin} are who it says.`)
        return 0
      })
    })

  program
    .command('sso:remove')
    .description('No longer take the word of an origin for who its readers are.')
    .argument('<origin>', 'such as https://news.example')
    .action((address: string) =>
      run(async ({ app }) => {
        const origin = originOf(address)
        const isRemoved = await app.services.publishers.remove(origin)
        say(isRemoved ? `The word of ${origin} is no longer taken.` : `The word of ${address} was not taken.`)
        return isRemoved ? 0 : 1
      }),
    )
}

/** Empty for an invalid address. */
function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : ''
}
