import { Avatar, useTranslate } from '@stoa/ui'
import type { Participant } from './mention-query.ts'
import { composerMessages } from './messages.ts'

/** Props of `MentionList`. */
export interface MentionListProps {
  /** Id of the list, which the text box refers to. */
  id: string
  /** The suggested people. */
  people: readonly Participant[]
  /** Index of the one that Enter chooses. */
  active: number
  /** Called with the chosen person. */
  onTake: (person: Participant) => void
}

/** Suggestions for a typed `@`. Focus stays in the text box. */
export function MentionList({ id, people, active, onTake }: MentionListProps) {
  const t = useTranslate(composerMessages)
  return (
    <div id={id} className="stoa-mentions" role="listbox" aria-label={t('comment.mention.label')}>
      {people.map((person, index) => (
        <div
          key={person.userId}
          id={`${id}-${index}`}
          className="stoa-mention"
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          // Before the click, which would first move focus out of the text box.
          onMouseDown={(event) => {
            event.preventDefault()
            onTake(person)
          }}
        >
          <Avatar name={person.profileName || person.username} id={person.userId} src={person.imageUrl} size="xs" />
          <bdi>{person.profileName || person.username}</bdi>
          <span className="stoa-mention-name">{`@${person.username}`}</span>
        </div>
      ))}
    </div>
  )
}
