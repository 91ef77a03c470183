import type { CommentMenuParts, DrawCommentMenu } from '@stoa/comments'
import { lazy, Menu, type MenuItem, UserIcon, useLazy, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { useDecidesAbout } from '../community/members/use-decides-about.ts'

/** English texts of a post's page that aren't part of its components. */
const postMessages = {
  'author.decide': 'Manage {name}…',
} as const

const memberMenu = lazy(async () => (await import('../community/members/member-menu.tsx')).MemberMenu)

/** Renders a comment's menu with actions on its author for managers of the community. */
export const drawAuthorMenu: DrawCommentMenu = (about) => <AuthorMenu {...about} />

function AuthorMenu({ comment, author, menu }: CommentMenuParts) {
  const t = useTranslate(postMessages)
  const { tokenName, publisherId } = comment
  const mayDecide = useDecidesAbout(tokenName, publisherId)
  const [isChosen, setIsChosen] = useState(false)
  const { code: MemberMenu, failures, retry } = useLazy(memberMenu, isChosen)
  if (!mayDecide) return <Menu {...menu} />
  const item: MenuItem = {
    id: 'decide',
    group: 'moderate',
    label: t('author.decide', { name: author }),
    icon: <UserIcon size={16} />,
  }
  if (isChosen && MemberMenu) {
    return <MemberMenu tokenName={tokenName} userId={publisherId} name={author} inside={{ menu, item }} />
  }
  const choose = () => (isChosen ? retry() : setIsChosen(true))
  const line = { ...item, disabled: isChosen && failures === 0, staysOpen: true, onSelect: choose }
  return <Menu {...menu} items={[...menu.items, line]} onClose={() => setIsChosen(false)} />
}
