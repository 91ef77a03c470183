import type { CommentMenuParts, DrawCommentMenu } from '@stoa/comments'
import { IconButton, Menu, UserIcon, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { useScreenCode } from '../../shell/screen-code.tsx'
import { useDecidesAbout } from '../community/use-decides-about.ts'
import { postMessages } from './post-messages.ts'

const loadMemberMenu = async () => (await import('../community/member-menu.tsx')).MemberMenu

/** Renders a comment's menu with actions on its author for managers of the community. */
export const drawAuthorMenu: DrawCommentMenu = (about) => <AuthorMenu {...about} />

function AuthorMenu({ comment, author, menu }: CommentMenuParts) {
  const t = useTranslate(postMessages)
  const { tokenName, publisherId } = comment
  const mayDecide = useDecidesAbout(tokenName, publisherId)
  const [isDeciding, setIsDeciding] = useState(false)
  const { Screen: MemberMenu, failed, retry } = useScreenCode(loadMemberMenu, isDeciding)
  const name = t('author.decide', { name: author })
  const icon = <UserIcon size={16} />
  if (!mayDecide) return <Menu {...menu} />
  const decide = { id: 'decide', label: name, icon, onSelect: () => setIsDeciding(true) }
  return (
    <>
      <Menu {...menu} items={isDeciding ? menu.items : [...menu.items, decide]} />
      {isDeciding &&
        (MemberMenu ? (
          <MemberMenu tokenName={tokenName} userId={publisherId} name={author} icon={icon} isPressed />
        ) : (
          <IconButton size="s" label={name} icon={icon} busy={!failed} onClick={retry} />
        ))}
    </>
  )
}
