import { communityPath } from '@stoa/contract'
import { hideCommunity, loadCommunity } from '@stoa/store'
import { useCommunity, useStoa } from '@stoa/store/react'
import { Button, useTranslate, useWritten } from '@stoa/ui'
import { useEffect, useRef, useState } from 'react'
import { useFormAction } from '../../../shell/use-form-action.ts'
import { Problem, Saved, Section } from '../settings-section.tsx'
import { hiddenMessages } from './messages.ts'

/** Communities hidden from a member's feeds, which can be shown again. */
export function HiddenCommunities({ tokenNames }: { tokenNames: readonly string[] }) {
  const t = useTranslate(hiddenMessages)
  const stoa = useStoa()
  const { problem, run } = useFormAction()
  const [announcement, setAnnouncement] = useState('')
  const container = useRef<HTMLDivElement>(null)

  async function show(tokenName: string, community: string): Promise<void> {
    setAnnouncement('')
    const isShown = await run(() => hideCommunity(stoa, { tokenName, hide: false }))
    if (isShown) setAnnouncement(t('hidden.shown', { community }))
    // Its button has disappeared.
    container.current?.focus()
  }
  return (
    <Section id="hidden" title={t('hidden.title')} text={t('hidden.text')}>
      <div ref={container} tabIndex={-1}>
        {tokenNames.length === 0 ? (
          <p className="stoa-app-muted">{t('hidden.none')}</p>
        ) : (
          <ul className="stoa-settings-list" aria-label={t('hidden.title')}>
            {tokenNames.map((tokenName) => (
              <HiddenCommunity key={tokenName} tokenName={tokenName} onShow={show} />
            ))}
          </ul>
        )}
      </div>
      <Problem>{problem}</Problem>
      <Saved>{announcement}</Saved>
    </Section>
  )
}

interface HiddenCommunityProps {
  tokenName: string
  onShow: (tokenName: string, community: string) => Promise<void>
}

function HiddenCommunity({ tokenName, onShow }: HiddenCommunityProps) {
  const t = useTranslate(hiddenMessages)
  const written = useWritten()
  const stoa = useStoa()
  const cachedCommunity = useCommunity(tokenName)
  const community = cachedCommunity?.title ?? tokenName
  useEffect(() => {
    // Without its title it is shown by token name.
    loadCommunity(stoa, tokenName).catch(() => {})
  }, [stoa, tokenName])
  return (
    <li>
      <a href={communityPath(cachedCommunity ?? tokenName)} {...written(community)}>
        {community}
      </a>
      <Button
        size="s"
        aria-label={t('hidden.show.name', { title: community })}
        onClick={() => void onShow(tokenName, community)}
      >
        {t('hidden.show')}
      </Button>
    </li>
  )
}
