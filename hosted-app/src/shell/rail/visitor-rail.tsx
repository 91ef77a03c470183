import { CompassIcon, HomeIcon, TrendIcon, useTranslate } from '@stoa/ui'
import { messages } from '../../messages.ts'
import { POPULAR_PATH } from '../../paths.ts'
import { RailLink } from './rail-link.tsx'

/** The forum's places for a visitor. */
export function VisitorRail({ path, showsCommunities }: { path: string; showsCommunities: boolean }) {
  const t = useTranslate(messages)
  return (
    <ul>
      <RailLink href="/" path={path} icon={<HomeIcon />} text={t('app.home')} />
      {showsCommunities && <RailLink href={POPULAR_PATH} path={path} icon={<TrendIcon />} text={t('app.popular')} />}
      {showsCommunities && <RailLink href="/bbs/picker" path={path} icon={<CompassIcon />} text={t('app.browse')} />}
    </ul>
  )
}
