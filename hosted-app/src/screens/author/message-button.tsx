import { isOwn, type User } from '@stoa/contract'
import { useViewer } from '@stoa/store/react'
import { ButtonLink, MailIcon, useTranslate } from '@stoa/ui'
import { messagePath } from '../../paths.ts'
import { authorMessages } from './messages.ts'

/** Leads to the conversation with a person. Visitors sign in there. Not on one's own page or a blocked person's. */
export function MessageButton({ user }: { user: User }) {
  const t = useTranslate(authorMessages)
  const viewer = useViewer()
  if (user.deleted || isOwn(viewer ?? null, user.id) || viewer?.mutes?.blocked.includes(user.id)) return null
  return (
    <span className="stoa-app-viewer stoa-app-author-message" data-known={viewer !== undefined || undefined}>
      <ButtonLink href={messagePath(user.slugUrl)} icon={<MailIcon size={18} />}>
        {t('author.message')}
      </ButtonLink>
    </span>
  )
}
