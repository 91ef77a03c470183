import type { PersonFacts, Standing } from '@stoa/contract'
import { IconButton, Menu, type MenuItem, MoreIcon, useTranslate } from '@stoa/ui'
import { type ReactNode, useEffect, useRef } from 'react'
import { decisionMessages } from './decision-messages.ts'
import { type AuthorDecisionsAbout, useAuthorDecisions } from './use-author-decisions.tsx'

/** What an application needs for menu items of its own. */
export interface MoreAboutAuthor {
  standing: Standing
  /** The person as policies see them. */
  person: PersonFacts
  /** Runs something, and shows why it failed. */
  attempt: (work: () => Promise<void>) => void
  /** Takes the person's new standing. */
  onStanding: (standing: Standing) => void
}

/** Props of `AuthorMenu`. */
export interface AuthorMenuProps extends AuthorDecisionsAbout {
  /** Icon of the button. Default: three dots. */
  icon?: ReactNode
  /** The button starts pressed. Default false. */
  isPressed?: boolean | undefined
  /** Items before and after the decisions. Default: none. */
  more?: (about: MoreAboutAuthor) => { first: (MenuItem | false)[]; last: (MenuItem | false)[] }
}

/** What the viewer may decide about a person in a community, member or not. Their standing is loaded on first press. */
export function AuthorMenu({ icon = <MoreIcon />, isPressed = false, more, ...about }: AuthorMenuProps) {
  const { name } = about
  const t = useTranslate(decisionMessages)
  const { standing, person, busy, attempt, stand, decisions, dialog, load: read } = useAuthorDecisions(about)
  const load = () => attempt(read)

  const begin = useRef(isPressed ? load : null)
  useEffect(() => {
    void begin.current?.()
    begin.current = null
  }, [])

  if (standing === null) {
    return (
      <IconButton
        size="s"
        label={t(busy ? 'member.loading' : 'member.menu', { name })}
        icon={icon}
        aria-haspopup="menu"
        aria-busy={busy || undefined}
        onClick={() => busy || void load()}
      />
    )
  }
  const { first = [], last = [] } =
    more?.({ standing, person, attempt: (work) => void attempt(work), onStanding: stand }) ?? {}
  const offered = [...first, ...decisions, ...last].filter((item) => item !== false)
  const none: MenuItem[] = [{ id: 'none', label: t('member.nothing'), disabled: true }]
  return (
    <>
      <Menu label={t('member.menu', { name })} icon={icon} items={offered.length === 0 ? none : offered} defaultOpen />
      {dialog}
    </>
  )
}
