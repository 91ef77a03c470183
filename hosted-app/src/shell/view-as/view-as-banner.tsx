import './view-as.css'
import type { ViewAsRole } from '@stoa/contract'
import { Button, EyeIcon, useTranslate } from '@stoa/ui'
import { viewAs } from '../../view-as.ts'

/** English texts of the banner, which only admins load. */
const viewAsMessages = {
  'viewAs.label': 'Viewing as',
  'viewAs.visitor': 'You’re viewing the forum as a visitor. You can’t change anything.',
  'viewAs.member': 'You’re viewing the forum as a member. You can’t change anything.',
  'viewAs.moderator': 'You’re viewing the forum as a moderator. You can’t change anything.',
  'viewAs.stop': 'Stop viewing as',
} as const

/** Says as whom the forum is viewed, on every page, and ends it. */
export function ViewAsBanner({ viewedAs, onStop = () => viewAs(null) }: { viewedAs: ViewAsRole; onStop?: () => void }) {
  const t = useTranslate(viewAsMessages)
  return (
    <section className="stoa-app-view-as" aria-label={t('viewAs.label')}>
      <p>
        <EyeIcon size={16} /> {t(`viewAs.${viewedAs}`)}
      </p>
      <Button size="s" onClick={onStop}>
        {t('viewAs.stop')}
      </Button>
    </section>
  )
}
