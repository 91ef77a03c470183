/** When to use a component, when not, and its keys. */
export interface Usage {
  use: string
  avoid: string
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
  'UI/Avatar': { use: 'Beside the name of a person.', avoid: 'Alone: initials and colours name nobody.' },
  'UI/BackToTop': {
    use: 'On pages that grow while one reads.',
    avoid: 'On pages of a known, short length.',
    keyboard: BUTTON,
  },
  'UI/Badge': { use: 'For one word that sets something apart.', avoid: 'For text that can be pressed or sentences.' },
  'UI/Banner': {
    use: 'For what holds for the thing below it, as long as it holds.',
    avoid: 'For news that passes: that is a toast.',
    keyboard: 'Its action and its close button, in this order.',
  },
  'UI/Button': { use: 'For what happens here.', avoid: 'For going elsewhere: that is a link.', keyboard: BUTTON },
  'UI/Checkbox': {
    use: 'For a yes or no that is sent with a form.',
    avoid: 'For one of several: that is a radio group.',
    keyboard: 'Tab focuses it; Space changes it.',
  },
  'UI/Choice': {
    use: 'Segments for an order or a short setting; chips for what a list shows.',
    avoid: 'For places: use tabs.',
    keyboard: 'Tab goes through the options; Enter chooses one, Space presses a button.',
  },
  'UI/Dialog': {
    use: 'For a question or a short form that must come first.',
    avoid: 'For what can stand in the page.',
    keyboard: DIALOG,
  },
  'UI/EmptyState': {
    use: 'In place of a list or page with nothing in it, with one way on.',
    avoid: 'While something loads: that is a skeleton.',
  },
  'UI/IconButton': {
    use: 'For actions whose icon everybody knows.',
    avoid: 'For the main action of a view.',
    keyboard: BUTTON,
  },
  'UI/Link': {
    use: 'In text, to pages and other sites.',
    avoid: 'For what happens here: that is a button.',
    keyboard: LINK,
  },
  'UI/LinkProvider': {
    use: 'Once, around all components of an application with a router.',
    avoid: 'Where plain links do.',
  },
  'UI/LoadFailure': {
    use: 'In place of one part of a page that couldn’t be loaded.',
    avoid: 'For a whole page: that is an empty state.',
    keyboard: BUTTON,
  },
  'UI/LoadMore': { use: 'At the end of a list that goes on.', avoid: 'Where everything fits.', keyboard: BUTTON },
  'UI/Menu': {
    use: 'For rare actions, or more than two.',
    avoid: 'For the main action, and for choosing a value.',
    keyboard:
      'Enter, Space or Arrow Down opens it. Arrows, Home, End and letters move; Enter chooses; Escape closes it and returns the focus.',
  },
  'UI/Picture': { use: 'For pictures of content, with what they show in words.', avoid: 'For icons and decoration.' },
  'UI/RadioGroup': {
    use: 'For one of few choices that should all be seen.',
    avoid: 'For more than about six: that is a select field.',
    keyboard: 'Tab focuses the chosen one; arrows change it.',
  },
  'UI/SelectField': {
    use: 'For one of many known choices.',
    avoid: 'For two or three: that is a radio group.',
    keyboard: `${FIELD} Arrows and letters change it.`,
  },
  'UI/Skeleton': {
    use: 'While content is on its way, with about its size.',
    avoid: 'For what runs after a press: that is a spinner.',
  },
  'UI/Spinner': {
    use: 'For what runs after a press, in the thing that was pressed.',
    avoid: 'For pages and lists: that is a skeleton.',
  },
  'UI/Tabs': {
    use: 'For views in one place of which one is seen.',
    avoid: 'For steps in an order.',
    keyboard: 'Tab focuses the current one; arrows, Home and End change it.',
  },
  'UI/TextArea': { use: 'For text of several lines.', avoid: 'For a word or a name.', keyboard: FIELD },
  'UI/TextField': {
    use: 'For a word, a name or an address.',
    avoid: 'For several lines: that is a text area.',
    keyboard: FIELD,
  },
  'UI/Time and numbers': {
    use: 'For when something was, and how many there are.',
    avoid: 'Where the exact number decides something.',
  },
  'UI/Toast': {
    use: 'For news away from where the reader looks.',
    avoid: 'For what must be answered, or stays true.',
    keyboard: 'Tab reaches its buttons; it waits while the focus is inside.',
  },
  'UI/Tooltip': {
    use: 'To explain one control in a few words.',
    avoid: 'For what everybody needs to know.',
    keyboard: 'It shows while its control has the focus; Escape hides it.',
  },
  'UI/TopicPill': {
    use: 'For a topic, wherever it is shown.',
    avoid: 'For roles and states: use a badge.',
    keyboard: LINK,
  },
  'Reactions/ReactionBar': {
    use: 'Once for each post or comment.',
    avoid: 'For questions with answers of their own: that is a poll.',
    keyboard: BUTTON,
  },
  'Poll/Poll': {
    use: 'For one question with two to ten answers.',
    avoid: 'For liking: those are reactions.',
    keyboard: `Each answer is a button. ${BUTTON} Pressed again, it takes the vote back.`,
  },
  'Comments/CommentThread': {
    use: 'Once below a post or an article.',
    avoid: 'For excerpts of a conversation: those are links to it.',
    keyboard:
      'j and k go to the next and previous comment, r replies, Ctrl or ⌘ with Enter sends, Escape closes the box; @ completes names.',
  },
  'Comments/EditConflict': {
    use: 'When two people have edited one text.',
    avoid: 'For refusals: those are alerts.',
    keyboard: BUTTON,
  },
  'Comments/FailedPart': {
    use: 'In place of a part of the conversation that didn’t load.',
    avoid: 'For refused actions.',
    keyboard: BUTTON,
  },
  'Comments/ReasonDialog': {
    use: 'When somebody hides what another person wrote.',
    avoid: 'For one’s own comments.',
    keyboard: DIALOG,
  },
  'Post feed/FeedToolbar': {
    use: 'Above a feed whose order and topic can be chosen.',
    avoid: 'Above fixed lists.',
    keyboard: LINK,
  },
  'Post feed/PostCard': {
    use: 'For a post in a list.',
    avoid: 'For a post of its own page: that is PostView.',
    keyboard: 'Tab goes to the title, then to what else can be pressed.',
  },
  'Post feed/PostCardSkeleton': { use: 'While cards are on their way.', avoid: 'For other content: that is Skeleton.' },
  'Post feed/PostFeed': {
    use: 'For the posts of a community, a topic or a person.',
    avoid: 'For a handful of suggestions: those are RecommendedPosts.',
    keyboard: 'Tab goes from card to card; new posts and older ones are buttons.',
  },
  'Post feed/RecommendedPosts': {
    use: 'Below or beside a post, for what to read next.',
    avoid: 'As a main list.',
    keyboard: LINK,
  },
  'Post view/CollapsibleContent': {
    use: 'For long content above something that should be reached.',
    avoid: 'For content that begins with a picture or player.',
    keyboard: BUTTON,
  },
  'Post view/DraftDialog': { use: 'To schedule or publish a draft.', avoid: 'For published posts.', keyboard: DIALOG },
  'Post view/TopicDialog': {
    use: 'To give a post its topic.',
    avoid: 'To make topics: that is in the settings.',
    keyboard: DIALOG,
  },
  'Post view/Inline': {
    use: 'For one text with inline markup of a post.',
    avoid: 'For HTML of other sources: it stays text.',
  },
  'Post view/PostBlocks': {
    use: 'For the content of a post alone.',
    avoid: 'With title and comments: that is PostView.',
  },
  'Post view/PostView': {
    use: 'Once on the page of a post.',
    avoid: 'In lists: those are cards.',
    keyboard: 'Tab goes through menu, author, content, reactions and comments in the order they are read.',
  },
  'Post view/ShareButton': {
    use: 'Where an address is worth passing on.',
    avoid: 'For addresses that only their owner may open.',
    keyboard: BUTTON,
  },
  'Post view/StatusBanner': {
    use: 'Above a post that not everybody sees.',
    avoid: 'For published posts: it draws nothing.',
  },
  'Post view/VersionChanges': { use: 'To show what an edit changed.', avoid: 'For conflicts: those have ways out.' },
  'Login/ConnectedPartnerLogin': {
    use: 'Once on a site with an origin of its own.',
    avoid: 'Under the forum’s origin: that is ConnectedLogin.',
    keyboard: DIALOG,
  },
  'Login/LoginDialog': {
    use: 'When something needs a member.',
    avoid: 'For a page of its own: that is SignIn.',
    keyboard: DIALOG,
  },
  'Login/LoginForm': {
    use: 'For a password, where you draw what is around.',
    avoid: 'With other ways to sign in: that is SignIn.',
    keyboard: FORM,
  },
  'Login/NewPasswordForm': {
    use: 'At the end of a mailed link.',
    avoid: 'In settings, where the old password is asked.',
    keyboard: FORM,
  },
  'Login/ReauthenticationDialog': {
    use: 'Before something that decides who gets in.',
    avoid: 'For everyday actions.',
    keyboard: DIALOG,
  },
  'Login/SignIn': {
    use: 'On a page of its own, with every way in.',
    avoid: 'Over a page: that is LoginDialog.',
    keyboard: FORM,
  },
  'Login/SignUpForm': {
    use: 'For a new account, where you draw what is around.',
    avoid: 'With other ways to sign in: that is SignIn.',
    keyboard: FORM,
  },
  'Editor/Editor': {
    use: 'To write a post.',
    avoid: 'For comments: their box is a text area.',
    keyboard: '/ opens the menu of blocks; Tab goes from the block to its tools; Ctrl or ⌘ with Z takes back.',
  },
}
