/** When to use a component, and its keys. */
export interface Usage {
  use: string
  /** What to use instead, or when to leave it out. */
  instead: string
  /** Default: it takes no focus. */
  keyboard?: string
}

const BUTTON = 'Tab focuses it; Enter and Space press it.'
const LINK = 'Tab focuses it; Enter follows it.'
const FIELD = 'Tab focuses it; its label moves the focus to it.'
const DIALOG = 'The focus moves in when it opens, stays inside, and returns when it closes. Escape closes it.'
const FORM =
  'Tab goes through its fields; Enter sends it. After a refusal the focus is on the first field with an error.'

/** By the title of the stories. */
export const usages: Readonly<Record<string, Usage>> = {
  'UI/Avatar': {
    use: 'Use beside a person’s name.',
    instead: 'Don’t use it alone: initials and colors don’t identify anyone.',
  },
  'UI/BackToTop': {
    use: 'Use on pages that keep growing.',
    instead: 'Leave it out on short pages.',
    keyboard: BUTTON,
  },
  'UI/Badge': {
    use: 'Use for one word that sets an item apart.',
    instead: 'For anything that can be pressed, use Button or Link.',
  },
  'UI/Banner': {
    use: 'Use for a lasting notice about the content below.',
    instead: 'For passing news, use Toast.',
    keyboard: 'Its action and its close button, in this order.',
  },
  'UI/Button': { use: 'Use for actions on this page.', instead: 'For navigation, use ButtonLink.', keyboard: BUTTON },
  'UI/Checkbox': {
    use: 'Use for a yes or no that is sent with a form.',
    instead: 'For one of several choices, use RadioGroup.',
    keyboard: 'Tab focuses it; Space changes it.',
  },
  'UI/Choice': {
    use: 'Use segments for an order or a short setting, and chips for filters.',
    instead: 'For places, use tabs.',
    keyboard: 'Tab goes through the options; Enter chooses one, Space presses a button.',
  },
  'UI/Dialog': {
    use: 'Use for a question or short form that must come first.',
    instead: 'If it fits in the page, leave it there.',
    keyboard: DIALOG,
  },
  'UI/EmptyState': {
    use: 'Use in place of an empty list or page, with one action.',
    instead: 'While content loads, use Skeleton.',
  },
  'UI/IconButton': {
    use: 'Use for actions with a well-known icon.',
    instead: 'For a view’s main action, use Button.',
    keyboard: BUTTON,
  },
  'UI/Link': {
    use: 'Use in text, for pages and other sites.',
    instead: 'For actions on this page, use Button.',
    keyboard: LINK,
  },
  'UI/LinkProvider': {
    use: 'Use once, around all components in an application with a router.',
    instead: 'Leave it out where plain links work.',
  },
  'UI/LoadFailure': {
    use: 'Use in place of one part of a page that didn’t load.',
    instead: 'For a whole page, use EmptyState.',
    keyboard: BUTTON,
  },
  'UI/LoadMore': {
    use: 'Use at the end of a list that continues.',
    instead: 'Leave it out where everything fits.',
    keyboard: BUTTON,
  },
  'UI/Menu': {
    use: 'Use for rare actions, or more than two.',
    instead: 'For the main action, use Button; for choosing a value, use SelectField.',
    keyboard:
      'Enter, Space or Arrow Down opens it. Arrows, Home, End and letters move; Enter chooses; Escape closes it and returns the focus.',
  },
  'UI/Picture': { use: 'Use for content images, with a description.', instead: 'For decoration, use an icon.' },
  'UI/RadioGroup': {
    use: 'Use for up to six choices that should all be visible.',
    instead: 'For more, use SelectField.',
    keyboard: 'Tab focuses the chosen one; arrows change it.',
  },
  'UI/SelectField': {
    use: 'Use for one of many known choices.',
    instead: 'For two or three, use RadioGroup.',
    keyboard: `${FIELD} Arrows and letters change it.`,
  },
  'UI/Skeleton': {
    use: 'Use while content loads, at about its size.',
    instead: 'After a press, use Spinner.',
  },
  'UI/Spinner': {
    use: 'Use for work started by a press, inside the pressed control.',
    instead: 'For pages and lists, use Skeleton.',
  },
  'UI/Tabs': {
    use: 'Use for places, of which one is visible.',
    instead: 'For ordered steps, use links.',
    keyboard: 'Tab focuses the current one; arrows, Home and End change it.',
  },
  'UI/TextArea': {
    use: 'Use for several lines of text.',
    instead: 'For a word or a name, use TextField.',
    keyboard: FIELD,
  },
  'UI/TextField': {
    use: 'Use for a word, a name or an address.',
    instead: 'For several lines, use TextArea.',
    keyboard: FIELD,
  },
  'UI/Time and numbers': {
    use: 'Use for times and counts.',
    instead: 'Where the exact number matters, write it out.',
  },
  'UI/Toast': {
    use: 'Use for news about something that just happened.',
    instead: 'For a question, use Dialog; for a lasting notice, use Banner.',
    keyboard: 'Tab reaches its buttons; it waits while the focus is inside.',
  },
  'UI/Tooltip': {
    use: 'Use to explain one control in a few words.',
    instead: 'For what everyone needs to know, write it in the page.',
    keyboard: 'It shows while its control has the focus; Escape hides it.',
  },
  'UI/TopicPill': {
    use: 'Use for a topic, wherever it is shown.',
    instead: 'For roles and states, use Badge.',
    keyboard: LINK,
  },
  'Reactions/ReactionBar': {
    use: 'Use once for each post or comment.',
    instead: 'For a question with its own answers, use Poll.',
    keyboard: BUTTON,
  },
  'Poll/Poll': {
    use: 'Use for one question with two to ten answers.',
    instead: 'For likes, use ReactionBar.',
    keyboard: `Each answer is a button. ${BUTTON} Pressed again, it takes the vote back.`,
  },
  'Comments/CommentThread': {
    use: 'Use once below a post or an article.',
    instead: 'For excerpts, link to the thread.',
    keyboard:
      'j and k go to the next and previous comment, r replies, Ctrl or ⌘ with Enter sends, Escape closes the box; @ completes names.',
  },
  'Comments/EditConflict': {
    use: 'Use when two people have edited the same text.',
    instead: 'For refusals, show an alert.',
    keyboard: BUTTON,
  },
  'Comments/FailedPart': {
    use: 'Use in place of a part of the thread that didn’t load.',
    instead: 'For refused actions, show an alert.',
    keyboard: BUTTON,
  },
  'Comments/ReasonDialog': {
    use: 'Use when someone hides another person’s content.',
    instead: 'People hide their own comments without a reason.',
    keyboard: DIALOG,
  },
  'Post feed/FeedToolbar': {
    use: 'Use above a feed with a choice of order and topic.',
    instead: 'Leave it out above fixed lists.',
    keyboard: LINK,
  },
  'Post feed/PostCard': {
    use: 'Use for a post in a list.',
    instead: 'For a post’s own page, use PostView.',
    keyboard: 'Tab goes to the title, then to what else can be pressed.',
  },
  'Post feed/PostCardSkeleton': { use: 'Use while cards load.', instead: 'For other content, use Skeleton.' },
  'Post feed/PostFeed': {
    use: 'Use for posts in a community, about a topic or by a person.',
    instead: 'For a few suggestions, use RecommendedPosts.',
    keyboard: 'Tab goes from card to card; new posts and older ones are buttons.',
  },
  'Post feed/RecommendedPosts': {
    use: 'Use below or beside a post, for more to read.',
    instead: 'For a main list, use PostFeed.',
    keyboard: LINK,
  },
  'Post view/CollapsibleContent': {
    use: 'Use for long content above something that readers should reach.',
    instead: 'Leave it out if the content begins with a picture or player.',
    keyboard: BUTTON,
  },
  'Post view/DraftDialog': {
    use: 'Use to schedule or publish a draft.',
    instead: 'It isn’t for published posts.',
    keyboard: DIALOG,
  },
  'Post view/TopicDialog': {
    use: 'Use to choose a post’s topic.',
    instead: 'New topics are added in the settings.',
    keyboard: DIALOG,
  },
  'Post view/Inline': {
    use: 'Use for one text with a post’s inline markup.',
    instead: 'HTML from other sources stays text.',
  },
  'Post view/PostBlocks': {
    use: 'Use for a post’s content alone.',
    instead: 'With title and comments, use PostView.',
  },
  'Post view/PostView': {
    use: 'Use once on a post’s page.',
    instead: 'In lists, use PostCard.',
    keyboard: 'Tab goes through menu, author, content, reactions and comments in the order they are read.',
  },
  'Post view/ShareButton': {
    use: 'Use where an address is worth sharing.',
    instead: 'Leave it out for addresses that only their owner can open.',
    keyboard: BUTTON,
  },
  'Post view/StatusBanner': {
    use: 'Use above a post that not everyone can see.',
    instead: 'For published posts it renders nothing.',
  },
  'Post view/VersionChanges': {
    use: 'Use to show the changes in an edit.',
    instead: 'For conflicts, use EditConflict.',
  },
  'Login/ConnectedPartnerLogin': {
    use: 'Use once on a site with its own origin.',
    instead: 'On the forum’s origin, use ConnectedLogin.',
    keyboard: DIALOG,
  },
  'Login/LoginDialog': {
    use: 'Use when an action needs an account.',
    instead: 'For a page, use SignIn.',
    keyboard: DIALOG,
  },
  'Login/LoginForm': {
    use: 'Use for a password sign-in inside your own layout.',
    instead: 'With other sign-in methods, use SignIn.',
    keyboard: FORM,
  },
  'Login/NewPasswordForm': {
    use: 'Use at the end of an emailed link.',
    instead: 'In settings, ask for the old password as well.',
    keyboard: FORM,
  },
  'Login/ReauthenticationDialog': {
    use: 'Use before a change to sign-in methods.',
    instead: 'Leave it out for everyday actions.',
    keyboard: DIALOG,
  },
  'Login/SignIn': {
    use: 'Use on a page, with every sign-in method.',
    instead: 'Over a page, use LoginDialog.',
    keyboard: FORM,
  },
  'Login/SignUpForm': {
    use: 'Use for a new account inside your own layout.',
    instead: 'With other sign-in methods, use SignIn.',
    keyboard: FORM,
  },
  'Editor/New': {
    use: 'Use to write a post, once it replaces Editor.',
    instead: 'For comments, use TextArea.',
    keyboard:
      '/ opens the list of blocks; Alt and F10 the formatting buttons; Ctrl or ⌘ with / the block’s menu; Escape, then Tab, leaves.',
  },
  'Editor/Editor': {
    use: 'Use to write a post.',
    instead: 'For comments, use TextArea.',
    keyboard: '/ opens the menu of blocks; Tab goes from the block to its tools; Ctrl or ⌘ with Z takes back.',
  },
}
