import { accountIdsOf, type CallOutput, isolated, type Me, type PushEntry } from '@stoa/contract'
import { DAY_MS } from '../../../platform/clock.ts'
import { type ReaderLanguage, wordsIn } from '../../../platform/languages/words.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { PostService } from '../../content/posts/index.ts'
import type { Profiles } from '../../people/accounts/index.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import type { MessageService } from '../messages/index.ts'
import { channelsOf, isDecision } from './channels.ts'
import type { NotificationReader } from './list.ts'
import { accountChangeText, pathOf, reasonOf, sentenceOf } from './mail-letters.ts'
import type { PersonalView } from './personal-view.ts'
import type { ShownNotification } from './presenter.ts'
import { conversationOfTag, pushTagOf } from './push-tags.ts'
import { notificationRepository } from './repository.ts'
import type { WithCauses } from './visibility.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock'> {
  communities: Pick<CommunityService, 'factsById' | 'idOf'>
  messages: Pick<MessageService, 'newsOf'>
  posts: Pick<PostService, 'summariesById'>
  profiles: Pick<Profiles, 'notificationSettings'>
  reader: Pick<NotificationReader, 'show' | 'unread'>
  personalView: PersonalView
}

/** When the newest event of an entry was, and the community it belongs to; empty: none. */
interface News {
  at: number
  communityId: string
}

/** Older events are not shown on devices any more. */
const SHOWN_FOR_MS = 2 * DAY_MS
/** Causes considered for an entry. */
const CAUSES_MAX = 500
/** Characters of a message. */
const TEXT_MAX = 160
/** Notifications considered for an entry. */
const ITEMS_MAX = 10
const ACCOUNT_PATH = '/bbs/my-account/settings'
const SETTINGS_PATH = '/bbs/my-profile/settings/notifications'
/** English texts of the test. */
const testMessages = {
  'mail.push.test': 'Notifications work on this device',
  'mail.push.test.text': 'This is a test.',
} as const
const TEST: Omit<PushEntry, 'at' | 'title' | 'body'> = {
  tag: 'test',
  url: SETTINGS_PATH,
  count: 1,
  icon: null,
}

export type PendingEntries = ReturnType<typeof createPending>

/** What devices show, composed when they ask: what is unread and what the person may see at that moment. */
export function createPending(dependencies: Dependencies) {
  const { database, clock, communities, messages, posts, profiles, reader, personalView } = dependencies

  /** Without what strangers could send: anybody can found a community, and mention or decide about anybody there. */
  async function withoutStrangers(viewer: Me, notifications: WithCauses[]): Promise<WithCauses[]> {
    const ids = notifications.map(({ row }) => row.community_id).filter((id) => id !== '')
    const facts = await communities.factsById([...new Set(ids)])
    const own = new Set([...viewer.joinedCommunities, ...viewer.tokenOwner])
    return notifications.filter(({ row: { kind, community_id } }) => {
      const isSolicited = kind !== 'mention' && !isDecision(kind)
      return isSolicited || own.has(facts.get(community_id)?.tokenName ?? '')
    })
  }

  /** The notifications of an entry, newest first, and how much waits in the queues among them. */
  async function wantedFor(viewer: Me, tag: string, communityId: string) {
    const since = clock.now() - SHOWN_FOR_MS
    const unread = await notificationRepository(database.read).toPush(accountIdsOf(viewer), {
      since,
      limit: CAUSES_MAX,
    })
    const isHere = ({ row }: WithCauses) =>
      pushTagOf(row) === tag && (communityId === '' || ['', communityId].includes(row.community_id))
    const { visible, waiting } = await personalView(viewer, unread.filter(isHere).slice(0, ITEMS_MAX), {
      toldIn: 'push',
    })
    return { wanted: await withoutStrangers(viewer, visible), waiting }
  }

  async function ofNotifications(
    viewer: Me,
    { tag, communityId, words }: { tag: string; communityId: string; words: ReaderLanguage },
  ): Promise<PushEntry | null> {
    const { wanted: notifications, waiting } = await wantedFor(viewer, tag, communityId)
    const wanted = notifications.map((one) => ({ ...one, unlooked: 0, others: 0 }))
    const items = await reader.show({ ...viewer, networkAdmin: false }, wanted)
    const [item] = items
    if (!item) return null
    const countOf = ({ id, count, overdue }: ShownNotification) => overdue ?? waiting.get(id) ?? count
    const shown = { ...item, count: countOf(item) }
    const summaries = await posts.summariesById(item.post ? [item.post.id] : [])
    const about = { item: shown, post: summaries.get(item.post?.id ?? ''), origin: '' }
    return {
      tag,
      title: titleOf(about, words),
      body: [reasonOf(shown, words), shown.excerpt].filter((part) => part !== '').join(' '),
      url: shown.kind === 'accountChanged' ? ACCOUNT_PATH : pathOf(about),
      at: Number(wanted[0]?.causes[0]?.created_at ?? item.at),
      count: items.reduce((sum, one) => sum + countOf(one), 0),
      icon: item.actors[0]?.imageUrl || null,
    }
  }

  async function ofMessages(viewer: Me, tag: string, conversationId: string): Promise<PushEntry | null> {
    if (!channelsOf(await profiles.notificationSettings(viewer), 'message').push) return null
    const news = await messages.newsOf(viewer, conversationId)
    if (!news || news.at < clock.now() - SHOWN_FOR_MS) return null
    const { sender, count, text, at } = news
    return {
      tag,
      title: isolated(sender.displayName),
      body: beginningOf(text),
      url: `/bbs/messages/${news.conversationId}`,
      at,
      count,
      icon: sender.profileImageUrl || null,
    }
  }

  /** The entry of a tag; null if nothing is unread. `communityId`: the domain's only one; empty: all. */
  async function entryOf(
    viewer: Me,
    about: { tag: string; communityId: string; words: ReaderLanguage },
  ): Promise<PushEntry | null> {
    const { tag } = about
    const conversationId = conversationOfTag(tag)
    return conversationId === null ? ofNotifications(viewer, about) : ofMessages(viewer, tag, conversationId)
  }

  return {
    /** What is new about a tag, without composing its entry; null if nothing is unread. */
    async newsOf(viewer: Me, tag: string): Promise<News | null> {
      const conversationId = conversationOfTag(tag)
      if (conversationId !== null) {
        const entry = await ofMessages(viewer, tag, conversationId)
        return entry && { at: entry.at, communityId: '' }
      }
      const [newest] = (await wantedFor(viewer, tag, '')).wanted
      return newest ? { at: Number(newest.causes[0]?.created_at), communityId: newest.row.community_id } : null
    },
    /** What a device that was woken up for a tag shows, and the number of its badge. */
    async pending(
      viewer: Me,
      { tag, onlyCommunity, words }: { tag: string; onlyCommunity: string | null; words: ReaderLanguage },
    ): Promise<CallOutput<'pushPending'>> {
      const communityId = onlyCommunity === null ? '' : await communities.idOf(onlyCommunity)
      const { unseen } = await reader.unread(viewer, onlyCommunity)
      if (tag === TEST.tag) {
        const t = wordsIn(words, testMessages)
        const test = { ...TEST, title: t('mail.push.test'), body: t('mail.push.test.text'), at: clock.now() }
        return { show: [test], close: [], unseen }
      }
      const found = await entryOf(viewer, { tag, communityId, words })
      return found ? { show: [found], close: [], unseen } : { show: [], close: [tag], unseen }
    },
  }
}

function beginningOf(text: string): string {
  const characters = [...text]
  return characters.length <= TEXT_MAX ? text : `${characters.slice(0, TEXT_MAX - 1).join('')}…`
}

function titleOf({ item }: { item: ShownNotification }, words: ReaderLanguage): string {
  const { kind } = item
  if (kind === 'accountChanged') return accountChangeText(item.accountChange ?? 'changed', words)
  return sentenceOf({ item: { ...item, kind } }, words).replace(/\.$/, '')
}
