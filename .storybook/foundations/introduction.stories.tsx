import { EXAMPLE_NOW, exampleThread } from '@stoa/contract/fixtures'
import { ReactionBar } from '@stoa/reactions'
import { Avatar, RelativeTime } from '@stoa/ui'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { Page, Section } from './page.tsx'

const meta = { title: 'Foundations/Introduction', tags: ['!autodocs'] } satisfies Meta
export default meta

const [first] = exampleThread()

/** The comment that both homes show. */
function SameComment() {
  if (!first) return null
  return (
    <div className="found-comment">
      <Avatar name={first.publisherProfileName} id={first.publisherId} size="s" />
      <div>
        <p className="found-comment-head">
          <b>{first.publisherProfileName}</b> <RelativeTime value={first.createdAt} now={EXAMPLE_NOW} />
        </p>
        <p>The footbridge has been closed since March. I counted 212 people taking the long way round.</p>
        <ReactionBar size="small" counts={first.reactionsCount} mine="thumb-up" onReact={() => {}} />
      </div>
    </div>
  )
}

function TwoHomes() {
  return (
    <div className="found-homes">
      <figure className="found-home">
        <div className="found-window">
          <p className="found-address">forum.example/bbs/FORUM</p>
          <p className="found-home-title">The footbridge</p>
          <p className="found-prose">
            What should come first: the bench in the middle, or the bicycle channel? 132 people have answered.
          </p>
          <SameComment />
        </div>
        <figcaption>In the forum</figcaption>
      </figure>
      <figure className="found-home" data-home="article">
        <div className="found-window">
          <p className="found-address">gazette.example/footbridge</p>
          <p className="found-home-title">Eleven months without a bridge</p>
          <p className="found-prose">
            At ten past nine the barrier was rolled aside, and for a moment nobody wanted to be the first.
          </p>
          <SameComment />
        </div>
        <figcaption>In a partner’s article</figcaption>
      </figure>
    </div>
  )
}

const PRINCIPLES = [
  ['Calm', 'One accent, generous space, few weights of type. What the reader came for is louder than we are.'],
  ['Nothing jumps', 'Room is kept before content is there. New comments wait behind a button until they are wanted.'],
  ['Nothing is lost', 'What was typed survives a refusal, a reload, signing in and a broken connection.'],
  [
    'For everybody',
    'Every action has a key, a name and a visible focus. Any language, either direction, any size of text.',
  ],
  [
    'A good guest',
    'In an article we take the page’s side: its layout never moves, our styles never leave our elements.',
  ],
] as const

const SHELVES = [
  ['Foundations', 'foundations-colors--all', 'Colors, type, space, shape and how to make them yours.'],
  ['UI', 'ui-all-together--overview', 'Primitives that know nothing of posts or comments: buttons, dialogs, fields.'],
  ['Reactions', 'reactions-reactionbar--medium', 'Thumbs under a post or a comment.'],
  ['Poll', 'poll-poll--open', 'A question with choices and bars.'],
  ['Comments', 'comments-commentthread--member', 'The conversation, with its box to write in.'],
  ['Post feed', 'post-feed-postfeed--filled', 'Cards, order, topics, what to read next.'],
  ['Post view', 'post-view-postview--story-post', 'A whole post with every kind of block.'],
  ['Login', 'login-logindialog--sign-in', 'Signing in, making an account, joining.'],
] as const

/** Where to begin: what Stoa is, what its design holds to, and where things are. */
export const Introduction: StoryObj = {
  render: () => (
    <Page
      title="One conversation, two homes."
      lead="Stoa is a forum whose threads also live inside partners’ articles. These are its parts, in every state they can be in."
    >
      <TwoHomes />
      <Section
        title="Principles"
        text="Five sentences decide most questions. When a change breaks one of them, it is the change that is wrong."
      >
        <dl className="found-principles">
          {PRINCIPLES.map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section title="Where things are" text="Each story says in a sentence when to use what it shows.">
        <ul className="found-shelves">
          {SHELVES.map(([name, story, text]) => (
            <li key={name}>
              <a href={`?path=/story/${story}`} target="_top">
                {name}
              </a>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Section
        title="How to look at it"
        text="The toolbar above holds for every story. axe judges each of them in both themes, and a finding fails the tests."
      >
        <dl className="found-tools">
          <div>
            <dt>Theme</dt>
            <dd>Light or dark. Components follow the reader’s system unless an element around them says otherwise.</dd>
          </div>
          <div>
            <dt>Density</dt>
            <dd>Normal, or compact for places where many things are looked through.</dd>
          </div>
          <div>
            <dt>Language and direction</dt>
            <dd>Numbers, dates and plurals in six languages; Arabic, Persian and Sorani turn everything around.</dd>
          </div>
          <div>
            <dt>Controls</dt>
            <dd>Below each story: change any property, with its sentence and its default beside it.</dd>
          </div>
        </dl>
      </Section>
    </Page>
  ),
}
