import { canActOnMembers, canSanction, type PersonFacts, type Standing } from '@stoa/contract'
import { useStoa, useViewer } from '@stoa/store/react'
import { IconButton, Menu, type MenuItem, type MenuProps, MoreIcon, useTranslate } from '@stoa/ui'
import { useEffect, useRef, useState } from 'react'
import { decisionMessages } from './messages.ts'
import { type AuthorDecisionsAbout, useAuthorDecisions } from './use-author-decisions.tsx'

/** Data for an application's own menu items. */
export interface MoreAboutAuthor {
  standing: Standing
  /** The person as policies see them. */
  person: PersonFacts
  /** Runs an action and shows why it failed. */
  attempt: (work: () => Promise<void>) => void
  /** Called with the person's new standing. */
  onStanding: (standing: Standing) => void
}

/** Props of `AuthorMenu`. */
export interface AuthorMenuProps extends AuthorDecisionsAbout {
  /** An open menu in which its items replace the chosen `item`. Default: a separate menu. */
  inside?: { menu: MenuProps; item: MenuItem } | undefined
  /** Items before and after the decisions. Default: none. */
  more?: (about: MoreAboutAuthor) => { first: (MenuItem | false)[]; last: (MenuItem | false)[] }
}

/**
 * A menu of decisions that the viewer may make about a person in a community, member or not. Their standing is loaded
 * on first press; if nothing may be decided about them, the button disappears. Renders nothing for viewers who may act on
 * nobody.
 */
export function AuthorMenu({ inside, more, ...about }: AuthorMenuProps) {
  const { tokenName, name, toasts } = about
  const { clock } = useStoa()
  const viewer = useViewer() ?? null
  const t = useTranslate(decisionMessages)
  const { standing, person, busy, attempt, stand, decisions, dialog, load: read } = useAuthorDecisions(about)
  const load = () => attempt(read)

  /** Whether its items replace those of the surrounding menu. */
  const [isTurn, setIsTurn] = useState(true)

  const begin = useRef(inside ? load : null)
  useEffect(() => {
    void begin.current?.()
    begin.current = null
  }, [])

  const { first = [], last = [] } =
    (standing && more?.({ standing, person, attempt: (work) => void attempt(work), onStanding: stand })) ?? {}
  const items = [...first, ...decisions, ...last].filter((item) => item !== false)
  const isEmpty = standing !== null && items.length === 0
  useEffect(() => {
    if (isEmpty) toasts.show({ text: t('member.nothing', { name }) })
  }, [isEmpty, toasts, t, name])
  if (inside) {
    const { menu, item } = inside
    const choose = () => {
      setIsTurn(true)
      if (standing === null) void load()
    }
    const line = { ...item, disabled: standing === null && busy, staysOpen: true, onSelect: choose }
    const own = isEmpty ? [] : [line]
    const turn = standing === null ? [line] : isEmpty ? menu.items : items
    return (
      <>
        <Menu
          {...menu}
          items={isTurn ? turn : [...menu.items, ...own]}
          defaultOpen={menu.defaultOpen ?? true}
          onClose={() => {
            setIsTurn(false)
            menu.onClose?.()
          }}
        />
        {dialog}
      </>
    )
  }
  if (!(more ? canActOnMembers : canSanction)(viewer, tokenName, clock())) return null
  if (standing === null) {
    return (
      <IconButton
        size="s"
        label={t(busy ? 'member.loading' : 'member.menu', { name })}
        icon={<MoreIcon />}
        aria-haspopup="menu"
        aria-busy={busy || undefined}
        onClick={() => busy || void load()}
      />
    )
  }
  return (
    <>
      <Menu label={t('member.menu', { name })} items={items} defaultOpen />
      {dialog}
    </>
  )
}
