import { type ApiCall, randomId } from '@stoa/client'
import type { CallOutput, INSET_STATES, InsetPlace } from '@stoa/contract'
import { useStoa } from '@stoa/store/react'
import { useTranslate } from '@stoa/ui'
import { useCallback, useEffect, useRef, useState } from 'react'
import { chooseByShare } from './choose-by-share.ts'
import { InsetFrame } from './inset-frame.tsx'
import { whenIdleAgain } from './when-idle-again.ts'

export const insetMessages = { 'inset.label': 'Advertisement' } as const

/** Why a place shows an inset or nothing. */
export type InsetState =
  | Exclude<(typeof INSET_STATES)[number], 'ready'>
  | 'waiting'
  | 'loading'
  | 'shown'
  | 'failed'
  | 'timeout'

type Offer = CallOutput<'insetShown'>
type Shown = Offer['items'][number] & { viewId: string }

/** Insets beside the same posts share one request. */
const KEPT_MS = 60_000
const offers = new WeakMap<ApiCall, Map<string, { at: number; offer: Promise<Offer> }>>()

const keyOf = (postId = '', nextPostId = ''): string => `${postId} ${nextPostId}`

function offerOf(call: ApiCall, postId: string | undefined, nextPostId: string | undefined): Promise<Offer> {
  const kept = offers.get(call) ?? new Map<string, { at: number; offer: Promise<Offer> }>()
  offers.set(call, kept)
  const key = keyOf(postId, nextPostId)
  const known = kept.get(key)
  if (known && Date.now() - known.at < KEPT_MS) return known.offer
  const offer = call('insetShown', {
    ...(postId !== undefined && { postId }),
    ...(nextPostId !== undefined && { nextPostId }),
  })
  kept.set(key, { at: Date.now(), offer })
  // The next one tries again.
  offer.catch(() => kept.delete(key))
  return offer
}

/** One of the offered, as a view of its own. */
function shownOf(items: Offer['items'], except?: string): Shown | null {
  const next = chooseByShare(items, { except })
  return next && { ...next, viewId: randomId() }
}

/** At least half of it must be in the window to count as seen. */
const SEEN = 0.5

export interface InsetContentProps {
  place: InsetPlace
  postId: string | undefined
  nextPostId: string | undefined
  onState: ((state: InsetState) => void) | undefined
}

/** What a place shows: an ad that the domain's admins uploaded, or the frame of a script. Nothing if there is none. */
export function InsetContent({ place, postId, nextPostId, onState }: InsetContentProps) {
  const t = useTranslate(insetMessages)
  const { call } = useStoa().client
  const [answer, setAnswer] = useState<{ key: string; offer: Offer } | null>(null)
  // A feed that grows gives the place another neighbor. Nothing is shown until that one is known to be clean.
  const offer = answer?.key === keyOf(postId, nextPostId) ? answer.offer : null
  const [shown, setShown] = useState<Shown | null>(null)
  const [isBroken, setBroken] = useState(false)
  const link = useRef<HTMLAnchorElement>(null)
  const tell = useRef(onState)
  useEffect(() => {
    tell.current = onState
  })
  const say = useCallback((state: InsetState) => tell.current?.(state), [])

  const choose = useCallback((items: Offer['items'], before?: string) => {
    setShown(shownOf(items, before))
    setBroken(false)
  }, [])

  useEffect(() => {
    let isOver = false
    say('loading')
    offerOf(call, postId, nextPostId).then(
      (loaded) => {
        if (isOver) return
        setAnswer({ key: keyOf(postId, nextPostId), offer: loaded })
        if (loaded.state !== 'ready') say(loaded.state)
        else if (loaded.provider === 'house') {
          setShown((before) => {
            const isStillThere = loaded.items.some(({ id }) => id === before?.id)
            return isStillThere ? before : shownOf(loaded.items)
          })
        }
      },
      () => isOver || say('failed'),
    )
    return () => {
      isOver = true
    }
  }, [call, postId, nextPostId, say])

  // Another one, once the reader pauses.
  const items = offer?.items
  const shownId = shown?.id
  useEffect(() => {
    if (!items || items.length < 2) return
    return whenIdleAgain(() => {
      const isBusy = link.current?.matches(':hover, :focus')
      // One that is broken has no link.
      if (!isBusy && (isBroken || isInWindow(link.current))) choose(items, shownId)
    })
  }, [items, shownId, isBroken, choose])

  const viewId = shown?.viewId
  useEffect(() => {
    if (!offer || !link.current || viewId === undefined || shownId === undefined) return
    const observer = new IntersectionObserver(
      (entries) => {
        const isSeen = entries.some((entry) => entry.isIntersecting) && document.visibilityState === 'visible'
        if (!isSeen) return
        observer.disconnect()
        call('insetCount', { insetId: shownId, viewId, kind: 'view' }).catch(() => {})
      },
      { threshold: SEEN },
    )
    observer.observe(link.current)
    return () => observer.disconnect()
  }, [call, offer, shownId, viewId])

  if (offer?.state !== 'ready' || isBroken) return null
  const isFrame = offer.provider === 'script'
  if (!shown && !isFrame) return null
  return (
    <div role="group" aria-label={t('inset.label')}>
      <small>{t('inset.label')}</small>
      {shown && (
        <a
          ref={link}
          href={shown.link}
          target="_blank"
          rel="nofollow noopener noreferrer"
          onClick={() => {
            call('insetCount', { insetId: shown.id, viewId: shown.viewId, kind: 'click' }).catch(() => {})
          }}
        >
          <img
            src={shown.image}
            alt={shown.alt}
            decoding="async"
            onLoad={() => say('shown')}
            onError={() => {
              setBroken(true)
              say('failed')
            }}
          />
        </a>
      )}
      {isFrame && (
        <InsetFrame
          place={place}
          title={t('inset.label')}
          onEnd={(state) => {
            if (state !== 'shown') setBroken(true)
            say(state)
          }}
        />
      )}
    </div>
  )
}

function isInWindow(element: Element | null): boolean {
  if (!element || document.visibilityState !== 'visible') return false
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < window.innerHeight
}
