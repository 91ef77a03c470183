import type { Attack } from '../support/attack.ts'
import { report } from '../support/report.ts'
import { attackAccessTokens } from './accounts/access-tokens.ts'
import { attackAcrossSites } from './accounts/across-sites.ts'
import { attackEmailLinks } from './accounts/email-links.ts'
import { attackEnumeration } from './accounts/enumeration.ts'
import { attackByGuessing } from './accounts/password-guesses.ts'
import { attackFederated } from './accounts/provider-sign-in.ts'
import { attackRedirects } from './accounts/redirects.ts'

const PARTS: (() => Promise<Attack[]>)[] = [
  attackAccessTokens,
  attackAcrossSites,
  attackRedirects,
  attackEmailLinks,
  attackEnumeration,
  attackFederated,
  attackByGuessing,
]

/** Tries every known way to take over or detect accounts on a running server; none may succeed. */
export async function run(): Promise<void> {
  for (const attack of PARTS) {
    const attacks = await attack()
    for (const { what, successes } of attacks) for (const gained of successes) console.log(`${what}: ${gained}`)
    report(
      attacks.map(({ what, attempts, successes }) => ({
        what: `${what}, ${attempts} attempts`,
        value: `${successes.length} successes`,
        goal: '0',
        reached: attempts > 0 && successes.length === 0,
      })),
    )
  }
}
