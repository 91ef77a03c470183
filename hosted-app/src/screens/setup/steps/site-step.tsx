import { useStoa } from '@stoa/store/react'
import { Button, TextField, useTranslate } from '@stoa/ui'
import { type FormEvent, useState } from 'react'
import { useHostedApp } from '../../../hosted-app.ts'
import { useFormAction } from '../../../shell/use-form-action.ts'
import { CopyButton } from '../../settings/security/copy-button.tsx'
import type { StepProps } from '../guide.tsx'
import { setupMessages } from '../messages.ts'

/** Shows the code for articles, and registers the first site. */
export function SiteStep({ tokenName, state }: StepProps) {
  const t = useTranslate(setupMessages)
  const stoa = useStoa()
  const { origin } = useHostedApp()
  const { busy, problem, code, run, reset } = useFormAction()
  const [address, setAddress] = useState('')
  const [added, setAdded] = useState<readonly string[]>([])
  const sites = [...new Set([...state.sites, ...added])]
  const latest = sites.at(-1)
  const site = latest ? new URL(latest).host : t('setup.site.placeholder')
  const snippet = `<script type="module" src="${origin}/embed.js" async=""></script>
<stoa-comments community="${tokenName}"></stoa-comments>`

  async function add(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const isAdded = await run(async () => {
      const site = await stoa.client.call('setupSite', { address })
      setAdded([...added, site.origin])
    })
    if (isAdded) setAddress('')
  }
  return (
    <div className="stoa-setup-fields">
      <form className="stoa-setup-site" noValidate onSubmit={(event) => void add(event)}>
        <TextField
          type="url"
          label={t('setup.site.address')}
          hint={t('setup.site.address.hint')}
          error={code === 'VALIDATION_FAILED' ? t('setup.site.address.invalid') : problem || undefined}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          maxLength={300}
          value={address}
          onChange={(event) => {
            reset()
            setAddress(event.currentTarget.value)
          }}
        />
        <Button type="submit" busy={busy}>
          {t('setup.site.add')}
        </Button>
      </form>
      <p role="status">{sites.length > 0 && t('setup.site.added', { sites: sites.join(', ') })}</p>
      <section className="stoa-setup-snippet" aria-labelledby="snippet-title">
        <div>
          <h2 id="snippet-title">{t.rich('setup.site.snippet', { site: <bdi>{site}</bdi> })}</h2>
          <CopyButton text={snippet} label={t('setup.site.copy')} />
        </div>
        <pre dir="ltr">
          <code>{snippet}</code>
        </pre>
        {sites.length === 0 && <p className="stoa-setup-note">{t('setup.site.snippet.before')}</p>}
      </section>
    </div>
  )
}
