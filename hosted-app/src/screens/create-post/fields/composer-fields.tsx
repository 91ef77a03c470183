import type { Community } from '@stoa/contract'
import type { EditorUploads, UnfinishedUploads } from '@stoa/editor'
import { useTranslate } from '@stoa/ui'
import { useUploads } from '../../../shell/uploads/use-uploads.ts'
import { createPostMessages } from '../messages.ts'
import { emptyPoll, type PostForm, type Problems } from '../post-form.ts'
import { ResponseRecorder } from '../recorder/response-recorder.tsx'
import type { ComposedPost } from '../use-composed-post.ts'
import type { PostKinds } from '../use-post-kinds.ts'
import { CoverField } from './cover-field.tsx'
import { DocumentField } from './document-field.tsx'
import { PlaceChips, TopicChip } from './place-chips.tsx'
import { PollFields } from './poll-fields.tsx'
import { TitleField } from './title-field.tsx'

export interface ComposerFieldsProps {
  composed: ComposedPost
  kinds: PostKinds
  community: Pick<Community, 'activeFlairs'>
  uploads: EditorUploads | undefined
  unfinished: UnfinishedUploads
  /** The error text of a field. */
  error: (field: keyof Problems) => string | undefined
  onPoll: (poll: PostForm['poll']) => void
  /** Shows the setting of that name. */
  onSetting: (name: string) => void
}

/** Everything that readers will see, where they will see it, below chips for where it appears. */
export function ComposerFields(props: ComposerFieldsProps) {
  const { composed, kinds, community, uploads, unfinished, error, onPoll, onSetting } = props
  const { draft, post, change, sending, isResponse } = composed
  const { form } = draft
  const t = useTranslate(createPostMessages)
  const recordings = useUploads()
  return (
    <>
      <div className="stoa-app-chips stoa-scroll-row">
        <PlaceChips composed={composed} kinds={kinds} />
        <TopicChip topics={community.activeFlairs} draft={{ form, change }} error={error('flairId')} />
      </div>
      <CoverField
        image={form.heroImage}
        unfinished={unfinished}
        onChange={(heroImage) => change({ heroImage })}
        onDescribe={() => onSetting('cover-alt')}
      />
      <TitleField
        title={form.title}
        kind={form.kind}
        error={error('title')}
        busy={sending.busy}
        onChange={(title) => change({ title })}
      />
      <DocumentField
        tokenName={form.tokenName}
        document={form.document}
        label={t('create.field.text')}
        error={error('document')}
        busy={sending.busy}
        uploads={uploads}
        filesKey={draft.key}
        unfinished={unfinished}
        onPoll={form.poll || !kinds.takesPolls ? undefined : () => onPoll(emptyPoll)}
        onChange={(document) => change({ document })}
      />
      {isResponse && recordings && (
        <ResponseRecorder
          uploads={recordings}
          unfinished={unfinished}
          onAdd={(block) => {
            const { document } = draft.latest().form
            change({ document: { ...document, blocks: [...document.blocks, block] } })
          }}
        />
      )}
      {form.poll && (
        <PollFields
          poll={form.poll}
          locked={(post?.pollTotalVoters ?? 0) > 0}
          error={error('poll')}
          onChange={(poll) => change({ poll })}
          onRemove={() => onPoll(null)}
        />
      )}
    </>
  )
}
