import './insets.css'
import { INSET_PLACES, type InsetPlace } from '@stoa/contract'
import { useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { browserOptsOut } from '../../consent/consent.ts'
import { useHostedApp } from '../../hosted-app.ts'
import { Inset } from '../../inset/inset.tsx'
import type { InsetState } from '../../inset/inset-content.tsx'
import { insetsPath } from '../../paths.ts'
import type { MemberScreenProps } from '../../shell/member-screen.tsx'
import { NotFound } from '../../shell/not-found.tsx'

export const insetStateMessages = {
  'insetState.title': 'Ad check',
  'insetState.text': 'Each place for ads, as this browser sees it now.',
  'insetState.provider': 'Ad provider: {provider}',
  'insetState.provider.none': 'none',
  'insetState.provider.house': 'ads uploaded by admins',
  'insetState.provider.script': 'a script',
  'insetState.place.text': 'In posts',
  'insetState.place.feed': 'In feeds',
  'insetState.place.side': 'In the side column',
  'insetState.rule.text': 'After every third text block, at least 500 characters apart.',
  'insetState.rule.feed': 'After every fifth post.',
  'insetState.rule.side': 'Below the panels, in wide windows.',
  'insetState.noProvider': 'Empty: this domain has no ad provider.',
  'insetState.noConsent': 'Empty: you haven’t allowed ads in “Privacy choices”.',
  'insetState.optedOut': 'Empty: your browser asks sites not to track you.',
  'insetState.noContent': 'Empty: the post is hidden, pending or reported.',
  'insetState.empty': 'Empty: no ad is scheduled for today.',
  'insetState.waiting': 'Waiting until it is near the window.',
  'insetState.loading': 'Loading.',
  'insetState.shown': 'Shown.',
  'insetState.failed': 'Empty: it couldn’t be loaded.',
  'insetState.timeout': 'Empty: the script took longer than five seconds.',
  'insetState.manage': 'Manage ads',
} as const

/** `/bbs/ad-debug-page`: each place for ads, its provider, and why it is empty. For admins; others don't find it. */
export function InsetStatesPage({ viewer }: MemberScreenProps) {
  const t = useTranslate(insetStateMessages)
  const { ads } = useHostedApp().config
  if (!viewer.networkAdmin && !viewer.domainAdmin) return <NotFound />
  const provider = ads?.provider ?? 'none'
  return (
    <>
      <h1 className="stoa-app-title">{t('insetState.title')}</h1>
      <p className="stoa-app-muted">{t('insetState.text')}</p>
      <p>
        {t('insetState.provider', { provider: t(`insetState.provider.${provider}`) })}
        {' · '}
        <a href={insetsPath(viewer.adminDomain || undefined)}>{t('insetState.manage')}</a>
      </p>
      <ul className="stoa-app-inset-places">
        {INSET_PLACES.map((place) => (
          <Place key={place} place={place} hasProvider={provider !== 'none'} />
        ))}
      </ul>
    </>
  )
}

function Place({ place, hasProvider }: { place: InsetPlace; hasProvider: boolean }) {
  const t = useTranslate(insetStateMessages)
  const [state, setState] = useState<InsetState>('waiting')
  const reason = !hasProvider ? 'noProvider' : state === 'noConsent' && browserOptsOut() ? 'optedOut' : state
  return (
    <li>
      <h2>{t(`insetState.place.${place}`)}</h2>
      <p className="stoa-app-muted">{t(`insetState.rule.${place}`)}</p>
      <p role="status">{t(`insetState.${reason}`)}</p>
      <Inset place={place} onState={setState} />
    </li>
  )
}
