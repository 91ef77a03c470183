import { useStoa } from '@stoa/store/react'
import { useTranslate } from '@stoa/ui'
import { useHostedApp } from '../../../hosted-app.ts'
import type { Account, Confirmed } from '../use-account.ts'
import type { Loaded } from '../use-loaded.ts'
import { securityMessages } from './messages.ts'

/** Actions on the viewer's sign-in methods. Each rejects with the error to show. */
export function useSignInMethods({ set }: Pick<Loaded<Account>, 'set'>, confirmed: Confirmed) {
  const t = useTranslate(securityMessages)
  const { client } = useStoa()
  const { config } = useHostedApp()
  const { call } = client
  const put = (change: Partial<Account>) => set((account) => ({ ...account, ...change }))

  return {
    /** Providers that the forum offers, and other linked ones. */
    providersOf({ providers }: Pick<Account, 'providers'>) {
      const linked = new Map(providers.map((provider) => [provider.providerId, provider]))
      const names = {
        ...config.providerNames,
        ...Object.fromEntries(providers.map((one) => [one.providerId, one.name])),
      }
      return Object.entries(names).map(([id, name]) => {
        const { linkedAt = null, label = '' } = linked.get(id) ?? {}
        return { id, name, linkedAt, label }
      })
    },
    /** Navigates to the provider, which returns to these settings. */
    async link(providerId: string) {
      const { url } = await confirmed(() => call('updateAuthProvider', { providerId, link: true }))
      if (url) window.location.assign(url)
    },
    async unlink(providerId: string) {
      put({ providers: (await confirmed(() => call('updateAuthProvider', { providerId, link: false }))).providers })
    },
    async addPasskey(passkeyCount: number) {
      const { options, challenge } = await confirmed(() => call('passkeyRegisterOptions', {}))
      const { makePasskey } = await import('./passkey-device.ts')
      const attestation = await makePasskey(options)
      const name = t('passkeys.new', { number: passkeyCount + 1 })
      put(await confirmed(() => call('passkeyRegister', { challenge, attestation, name })))
    },
    renamePasskey: async (passkeyId: string, name: string) => put(await call('passkeyEdit', { passkeyId, name })),
    removePasskey: async (passkeyId: string) => put(await confirmed(() => call('passkeyDelete', { passkeyId }))),
    beginTotp: () => confirmed(() => call('totpBegin', {})),
    async confirmTotp(code: string) {
      const payload = await confirmed(() => call('totpConfirm', { code }))
      put({ totp: true, recoveryCodesLeft: payload.recoveryCodes.length })
      return payload
    },
    async renewRecoveryCodes() {
      const payload = await confirmed(() => call('recoveryCodesRenew', {}))
      put({ recoveryCodesLeft: payload.recoveryCodes.length })
      return payload
    },
    async turnOffTotp() {
      await confirmed(() => call('totpDelete', {}))
      put({ totp: false, recoveryCodesLeft: 0 })
    },
  }
}
