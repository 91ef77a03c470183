import './profile-card.css'
import { authorPath, type CallOutput, type HeldRole, type User } from '@stoa/contract'
import { loadUser, type Stoa } from '@stoa/store'
import { useStoa, useStoaState, useUser } from '@stoa/store/react'
import { Avatar, formatDate, RoleBadge, useI18n, useTranslate, useWritten, Written } from '@stoa/ui'
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useLocation } from 'react-router'
import { FollowButton } from '../../screens/author/follow-button.tsx'
import { MessageButton } from '../../screens/author/message-button.tsx'
import { useErrorToast } from '../use-error-toast.ts'
import type { WantedCard } from './profile-cards.tsx'

/** English texts of the card about an author. */
const cardMessages = {
  'profileCard.since': 'Member since {date}',
  'profileCard.followers': '{count, plural, one {# follower} other {# followers}}',
  'profileCard.following': '{count, number} following',
} as const

/** How long a pointer must rest on a name, and may be elsewhere before the card closes. */
const REST_MS = 400
const LEAVE_MS = 250
/** Space to the link and to the window's edges. */
const GAP = 8

export interface ProfileCardProps {
  wanted: WantedCard
  onClose: () => void
}

/** The card about the author that a link leads to. Appears once loaded. */
export function ProfileCard({ wanted, onClose }: ProfileCardProps) {
  const { link, isByKey } = wanted
  const stoa = useStoa()
  const alert = useErrorToast()
  const { key } = useLocation()
  const [card, setCard] = useState<CallOutput<'userGet'> | null>(null)
  const user = useUser(card?.user.id ?? '')
  const follow = useStoaState((state) => state.follows[card?.user.id ?? ''])
  const box = useRef<HTMLDivElement>(null)
  const isOpen = card !== null && user !== undefined

  const fail = useRef((_error: unknown) => {})
  useEffect(() => {
    fail.current = (error) => {
      // Whoever only passed over the name asked for nothing.
      if (isByKey) alert(error)
      onClose()
    }
  })
  useEffect(() => {
    let isLeft = false
    const show = () =>
      void cardOf(stoa, slugOf(link)).then(
        (loaded) => isLeft || (link.isConnected ? setCard(loaded) : onClose()),
        (error: unknown) => isLeft || fail.current(error),
      )
    const timer = setTimeout(show, isByKey ? 0 : REST_MS)
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [stoa, link, isByKey, onClose])

  useCloseWhenLeft({ wanted, box, onClose })
  const arrivedAt = useRef(key)
  useEffect(() => {
    if (arrivedAt.current !== key) onClose()
  }, [key, onClose])

  useLayoutEffect(() => {
    const node = box.current
    if (!isOpen || !node) return
    placeAt(node, link)
    if (isByKey) node.querySelector<HTMLElement>('a')?.focus({ preventScroll: true })
  }, [isOpen, isByKey, link])

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.key !== 'Tab' || !box.current) return
    const controls = [...box.current.querySelectorAll<HTMLElement>('a[href], button')]
    const edge = event.shiftKey ? controls[0] : controls.at(-1)
    if (event.target !== edge) return
    // Tab goes on from the name, whose card this is.
    if (event.shiftKey) event.preventDefault()
    link.focus({ preventScroll: true })
    onClose()
  }

  if (!isOpen) return null
  return (
    <ProfileCardBox
      ref={box}
      user={user}
      followers={follow?.followers}
      following={follow?.following}
      communities={card.communities}
      actions={
        <>
          <FollowButton user={user} />
          <MessageButton user={user} />
        </>
      }
      onKeyDown={onKeyDown}
    />
  )
}

export interface ProfileCardBoxProps {
  user: User
  /** Undefined: unknown. */
  followers: number | undefined
  /** Number of people whom they follow. Undefined: unknown. */
  following?: number | undefined
  /** Communities in which they have a role. */
  communities: readonly HeldRole[]
  /** Buttons at its end. */
  actions: ReactNode
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
  ref?: Ref<HTMLDivElement>
}

const ROLES_MAX = 3

/** What a card says about an author: facts first, then buttons. */
export function ProfileCardBox({
  user,
  followers,
  following,
  communities,
  actions,
  onKeyDown,
  ref,
}: ProfileCardBoxProps) {
  const t = useTranslate(cardMessages)
  const written = useWritten()
  const { locale } = useI18n()
  const { id, displayName, username, slugUrl, profileImageUrl, profileTitle, profileAbout, createdAt, isAdmin } = user
  const date = formatDate(createdAt, locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (
    <div ref={ref} className="stoa-app-profile-card" role="dialog" aria-label={displayName} onKeyDown={onKeyDown}>
      <div className="stoa-app-profile-card-person">
        <Avatar id={id} name={displayName} src={profileImageUrl} size="l" />
        <div>
          <a href={authorPath(slugUrl)} dir="auto">
            {displayName}
          </a>{' '}
          <RoleBadge role={isAdmin ? 'admin' : undefined} />
          <p className="stoa-app-muted">
            <bdi>{`@${username}`}</bdi>
          </p>
        </div>
      </div>
      {profileTitle && <p {...written(profileTitle)}>{profileTitle}</p>}
      {profileAbout && (
        <p className="stoa-app-profile-card-about" {...written(profileAbout)}>
          {profileAbout}
        </p>
      )}
      {communities.length > 0 && (
        <ul>
          {communities.slice(0, ROLES_MAX).map(({ id: communityId, title, role }) => (
            <li key={communityId}>
              <Written>{title}</Written> <RoleBadge role={role} />
            </li>
          ))}
        </ul>
      )}
      <p className="stoa-app-muted">
        {Object.entries({ followers, following }).map(
          ([list, count]) =>
            Boolean(count) && (
              <span key={list}>
                <a href={`${authorPath(slugUrl)}/${list}`}>
                  {t(`profileCard.${list as 'followers' | 'following'}`, { count: count ?? 0 })}
                </a>
                {' · '}
              </span>
            ),
        )}
        {t('profileCard.since', { date })}
      </p>
      <div className="stoa-app-profile-card-actions">{actions}</div>
    </div>
  )
}

interface LeaveAbout extends ProfileCardProps {
  box: RefObject<HTMLDivElement | null>
}

/** Closes the card on Escape, on a press elsewhere, and when pointer and focus are elsewhere. */
function useCloseWhenLeft({ wanted, box, onClose }: LeaveAbout): void {
  const { link, isByKey, isByFocus = false } = wanted
  useEffect(() => {
    const isInside = ({ target }: Event) =>
      target instanceof Node && (link.contains(target) || (box.current?.contains(target) ?? false))
    const hasFocus = () => box.current?.contains(document.activeElement) ?? false
    let timer: ReturnType<typeof setTimeout> | undefined
    const point = (event: PointerEvent) => {
      clearTimeout(timer)
      if (isByKey || isByFocus || isInside(event)) return
      timer = setTimeout(() => hasFocus() || onClose(), LEAVE_MS)
    }
    const press = (event: PointerEvent) => {
      // Pressing the name follows it.
      if (!isInside(event) || link.contains(event.target as Node)) onClose()
    }
    const escape = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return
      if (hasFocus()) link.focus({ preventScroll: true })
      onClose()
    }
    const leave = ({ relatedTarget }: FocusEvent) => {
      // Focus in the card ends at its edges.
      if (isByFocus && !(relatedTarget instanceof Node && box.current?.contains(relatedTarget))) onClose()
    }
    link.addEventListener('focusout', leave)
    document.addEventListener('pointerover', point)
    document.addEventListener('pointerdown', press)
    document.addEventListener('keydown', escape)
    return () => {
      clearTimeout(timer)
      link.removeEventListener('focusout', leave)
      document.removeEventListener('pointerover', point)
      document.removeEventListener('pointerdown', press)
      document.removeEventListener('keydown', escape)
    }
  }, [link, isByKey, isByFocus, box, onClose])
}

/** Below the link, or above it if there is more room. */
function placeAt(box: HTMLElement, link: HTMLElement): void {
  const name = link.getBoundingClientRect()
  const { width, height } = box.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement
  const isRightToLeft = getComputedStyle(box).direction === 'rtl'
  const wished = isRightToLeft ? name.right - width : name.left
  const left = Math.max(GAP, Math.min(wished, clientWidth - width - GAP))
  const isBelow = name.bottom + GAP + height <= clientHeight || name.top < height + GAP
  const top = isBelow ? name.bottom + GAP : name.top - GAP - height
  box.style.left = `${left + scrollX}px`
  box.style.top = `${top + scrollY}px`
}

/** The slug or id that a link to a member's page ends with. */
function slugOf(link: HTMLAnchorElement): string {
  return decodeURIComponent(new URL(link.href).pathname.split('/').at(-1) ?? '')
}

/** Loaded cards of an application, so that a name shows its own at once the next time. */
const loadedCards = new WeakMap<Stoa, Map<string, Promise<CallOutput<'userGet'>>>>()

function cardOf(stoa: Stoa, slug: string): Promise<CallOutput<'userGet'>> {
  const cards = loadedCards.get(stoa) ?? new Map<string, Promise<CallOutput<'userGet'>>>()
  loadedCards.set(stoa, cards)
  const known = cards.get(slug)
  if (known) return known
  const loading = loadUser(stoa, slug)
  cards.set(slug, loading)
  loading.catch(() => cards.delete(slug))
  return loading
}
