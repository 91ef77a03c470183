import { type Community, CommunityStatus, canTakePart, type Topic } from '@stoa/contract'
import { loadCommunity } from '@stoa/store'
import { useCommunity, useStoa, useStoaState, useViewer } from '@stoa/store/react'
import { Avatar, QuoteIcon, TopicDot, useTranslate, Written } from '@stoa/ui'
import { useEffect } from 'react'
import { useHostedApp } from '../../../hosted-app.ts'
import type { PostDraft } from '../draft/use-post-draft.ts'
import { createPostMessages } from '../messages.ts'
import { emptyPoll, type PostForm } from '../post-form.ts'
import type { ComposedPost } from '../use-composed-post.ts'
import type { PostKinds } from '../use-post-kinds.ts'
import { ChipSelect } from './chip-select.tsx'

/** Number of communities whose titles are loaded for the list. */
const TITLES_MAX = 50

/** The communities in which the author may post, with the post's own one. */
function useOwnCommunities(tokenName: string): { value: string; label: string }[] {
  const stoa = useStoa()
  const { config } = useHostedApp()
  const viewer = useViewer() ?? null
  const communities = useStoaState((state) => state.communities)
  const joined = [...(viewer?.joinedCommunities ?? []), ...(viewer?.tokenOwner ?? [])]
  const mine = joined.filter((name) => canTakePart(viewer, name, stoa.clock()).allowed)
  const isOpen = (name: string) => communities[name]?.publishStatus !== CommunityStatus.archived
  const names = config.isSingleTokenDomain ? [tokenName] : [...new Set([tokenName, ...mine.filter(isOpen)])]
  const namesToLoad = names.filter((name) => !communities[name]).slice(0, TITLES_MAX)
  const namesKey = namesToLoad.join(' ')
  useEffect(() => {
    // A community that fails to load is shown by its token name.
    for (const name of namesKey === '' ? [] : namesKey.split(' ')) loadCommunity(stoa, name).catch(() => {})
  }, [stoa, namesKey])
  return names
    .map((name) => ({ value: name, label: communities[name]?.title ?? name }))
    .toSorted((one, other) => one.label.localeCompare(other.label))
}

/** The community of a post, which doesn't change here. */
export function CommunityName({ community }: { community: Pick<Community, 'tokenName' | 'title' | 'logoImageURI'> }) {
  return (
    <span className="stoa-app-chip" data-fixed="">
      <CommunityMark community={community} />
      <Written>{community.title}</Written>
    </span>
  )
}

function CommunityMark({ community }: { community: Pick<Community, 'tokenName' | 'title' | 'logoImageURI'> }) {
  const { tokenName, title, logoImageURI } = community
  return <Avatar id={tokenName} name={title} src={logoImageURI} size="xs" shape="square" />
}

/** The community and kind of a post. Both can change until it is published. */
export function PlaceChips({ composed, kinds }: { composed: ComposedPost; kinds: PostKinds }) {
  const t = useTranslate(createPostMessages)
  const { draft, change, isDraft, isResponse } = composed
  const { form } = draft
  const { takes, mayTell } = kinds
  const community = useCommunity(form.tokenName)
  const communities = useOwnCommunities(form.tokenName)
  const kindMark = form.kind === 'story' && <QuoteIcon size={16} />
  return (
    <>
      {isDraft && !isResponse && communities.length > 1 ? (
        <ChipSelect
          label={t('create.field.community')}
          mark={community && <CommunityMark community={community} />}
          value={form.tokenName}
          options={communities}
          onChange={({ currentTarget: { value } }) => change({ tokenName: value, flairId: '', kind: 'community' })}
        />
      ) : (
        community && <CommunityName community={community} />
      )}
      {isDraft && (mayTell || form.kind === 'story') ? (
        <ChipSelect
          label={t('create.field.kind')}
          mark={kindMark}
          value={form.kind}
          options={(['community', 'story'] as const).map((value) => ({
            value,
            label: t(`create.kind.${value}`),
            disabled: value !== form.kind && !takes({ kind: value }) && !takes({ kind: value, poll: emptyPoll }),
          }))}
          onChange={(event) => change({ kind: event.currentTarget.value as PostForm['kind'] })}
        />
      ) : (
        form.kind === 'story' && (
          <span className="stoa-app-chip" data-fixed="">
            {kindMark}
            {t('create.kind.story')}
          </span>
        )
      )}
    </>
  )
}

/** Props of `TopicChip`. */
export interface TopicChipProps {
  /** The topics of the community. */
  topics: readonly Topic[]
  draft: Pick<PostDraft, 'form' | 'change'>
  /** Whether the form contains what was chosen before hydration, which Preact would replace. Default true. */
  isRead?: boolean
  error?: string | undefined
}

/** The topic of a post. In a community without topics it is shown only if required, and says that there is none. */
export function TopicChip({ topics, draft: { form, change }, isRead = true, error }: TopicChipProps) {
  const t = useTranslate(createPostMessages)
  if (topics.length === 0) {
    if (form.kind !== 'story') return null
    return <span className="stoa-app-chip-note">{t('create.field.topic.none')}</span>
  }
  const chosen = topics.find(({ id }) => id === form.flairId)
  return (
    <ChipSelect
      name="flairId"
      label={t('create.field.topic')}
      mark={<TopicDot color={chosen?.color} />}
      value={isRead ? form.flairId : undefined}
      error={error}
      options={[
        { value: '', label: t('create.field.topic.choose') },
        ...topics.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(event) => change({ flairId: event.currentTarget.value })}
    />
  )
}
