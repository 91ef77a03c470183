import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestApp } from './harness.ts'
import { CLIENT, startOpenIdProvider } from './oidc-provider.ts'
import { startTokenIssuer } from './token-issuer.ts'

/** A forum with a real provider (`real`) and one controlled by the test (`small`), whose issuer `others` may share. */
export async function startTwoProviders(others: (small: string) => object = () => ({})) {
  const data = mkdtempSync(join(tmpdir(), 'stoa-providers-'))
  const real = await startOpenIdProvider(['http://localhost:3000/api/auth/provider/real/callback'])
  const issuer = await startTokenIssuer()
  const providers = {
    real: { ...CLIENT, issuer: real.issuer, name: 'Real' },
    small: { ...CLIENT, issuer: issuer.issuer, name: 'Small' },
    ...others(issuer.issuer),
  }
  writeFileSync(join(data, 'providers.json'), JSON.stringify(providers))
  const stoa = await startTestApp({ STOA_DATA: data })
  return {
    stoa,
    real,
    issuer,
    async close() {
      await stoa.close()
      await real.close()
      await issuer.close()
      rmSync(data, { recursive: true })
    },
  }
}
