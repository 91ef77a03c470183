import type { z } from 'zod'
import type { routes } from './routes.ts'
import type * as schemas from './schemas/index.ts'

type Calls = typeof schemas.calls

export type CallName = keyof Calls
/** Calls with JSON responses, which clients make by name. Pages and redirects are requested by address. */
export type JsonCallName = keyof typeof routes
/** Input of a call, as sent by clients. */
export type CallInput<Name extends CallName> = z.input<Calls[Name]['input']>
/** What a handler gets: the input after validation. */
export type CallParsedInput<Name extends CallName> = z.output<Calls[Name]['input']>
/** The `payload` of a successful response. */
export type CallOutput<Name extends CallName> = z.output<Calls[Name]['output']>
/** A thread's data for a widget. Reactions and polls come without the comments. */
export type ThreadPart = Omit<CallOutput<'articleThread'>, 'comments'> & {
  comments: CallOutput<'articleThread'>['comments'] | null
}

export type Comment = z.output<typeof schemas.comment>
export type CommentWithReplies = z.output<typeof schemas.commentWithReplies>
export type CommentSort = z.output<typeof schemas.commentSort>
export type Mention = z.output<typeof schemas.mention>
export type Post = z.output<typeof schemas.post>
export type CommentPreview = z.output<typeof schemas.commentPreview>
export type PostSummary = z.output<typeof schemas.postSummary>
export type SavedItem = z.output<typeof schemas.savedItem>
export type HiddenForMeItem = z.output<typeof schemas.hiddenForMeItem>
export type PostKind = z.output<typeof schemas.postKind>
export type PostSort = z.output<typeof schemas.postSort>
export type PostListType = z.output<typeof schemas.postListType>
export type Since = z.output<typeof schemas.since>
export type PollSettings = z.output<typeof schemas.pollSettings>
export type PollValue = z.output<typeof schemas.pollValue>
export type PollResult = z.output<typeof schemas.pollResult>
export type Voter = z.output<typeof schemas.voter>
export type Community = z.output<typeof schemas.community>
export type CommunityRole = z.output<typeof schemas.communityRole>
export type Member = z.output<typeof schemas.member>
export type LeaderboardEntry = z.output<typeof schemas.leaderboardEntry>
export type ReputationSource = z.output<typeof schemas.reputationSource>
export type Topic = z.output<typeof schemas.flair>
export type User = z.output<typeof schemas.user>
export type HeldRole = z.output<typeof schemas.heldRole>
export type Me = z.output<typeof schemas.me>
export type Notification = z.output<typeof schemas.notification>
export type AccountChange = z.output<typeof schemas.accountChange>
export type NotificationKind = z.output<typeof schemas.notificationKind>
export type UnreadCounts = z.output<typeof schemas.unreadCounts>
export type NotificationSettings = z.output<typeof schemas.notificationSettings>
export type QuietHours = z.output<typeof schemas.quietHours>
export type PushDevice = z.output<typeof schemas.pushDevice>
export type PushEntry = z.output<typeof schemas.pushEntry>
export type Message = z.output<typeof schemas.message>
export type Conversation = z.output<typeof schemas.conversation>
export type WritingState = z.output<typeof schemas.writingState>
export type MessageAudience = z.output<typeof schemas.messageAudience>
export type MessageSettings = z.output<typeof schemas.messageSettings>
export type MutedType = z.output<typeof schemas.mutedType>
export type MuteList = z.output<typeof schemas.muteList>
export type MarkedText = z.output<typeof schemas.markedText>
export type FoundPost = z.output<typeof schemas.foundPost>
export type FoundComment = z.output<typeof schemas.foundComment>
export type FoundPerson = z.output<typeof schemas.foundPerson>
export type FoundCommunity = z.output<typeof schemas.foundCommunity>
export type Standing = z.output<typeof schemas.standing>
export type PublicDecision = z.output<typeof schemas.publicDecision>
export type OwnDecision = z.output<typeof schemas.ownDecision>
export type Activity = z.output<typeof schemas.activity>
export type QueueItem = z.output<typeof schemas.queueItem>
export type QueueClaim = z.output<typeof schemas.queueClaim>
export type QueueKind = z.output<typeof schemas.queueKind>
export type MemberCard = z.output<typeof schemas.memberCard>
export type MemberNote = z.output<typeof schemas.memberNote>
export type MadeDecision = z.output<typeof schemas.madeDecision>
export type ChangedItem = z.output<typeof schemas.changedItem>
export type Report = z.output<typeof schemas.report>
export type CheckAction = z.output<typeof schemas.checkAction>
export type CannedReason = z.output<typeof schemas.cannedReason>
export type CheckName = z.output<typeof schemas.checkName>
export type ContentRules = z.output<typeof schemas.contentRules>
export type ListEntry = z.output<typeof schemas.listEntry>
export type Finding = z.output<typeof schemas.finding>
export type Findings = z.output<typeof schemas.findings>
export type ReportReason = z.output<typeof schemas.reportReason>
export type ReportedType = z.output<typeof schemas.reportedType>
export type SettingChange = z.output<typeof schemas.settingChange>
export type ActivityAction = z.output<typeof schemas.activityAction>
export type BannedPerson = z.output<typeof schemas.bannedPerson>
export type DomainSummary = z.output<typeof schemas.domainSummary>
export type NetworkOverview = z.output<typeof schemas.networkOverview>
export type NetworkHealth = z.output<typeof schemas.networkHealth>
export type NetworkPerson = z.output<typeof schemas.networkPerson>
export type NetworkOrigin = z.output<typeof schemas.networkOrigin>
export type NetworkFile = z.output<typeof schemas.networkFile>
export type NetworkAct = z.output<typeof schemas.networkAct>
export type FailedJob = z.output<typeof schemas.failedJob>
export type KeptData = z.output<typeof schemas.keptData>
export type NetworkNumber = z.output<typeof schemas.networkNumber>
export type DomainDetails = z.output<typeof schemas.domainDetails>
export type DomainVersion = z.output<typeof schemas.domainVersion>
export type DomainPublic = z.output<typeof schemas.domainPublic>
export type PublicSettings = z.output<typeof schemas.publicSettings>
export type DomainSettings = z.output<typeof schemas.domainSettings>
export type Inset = z.output<typeof schemas.inset>
export type MenuItem = z.output<typeof schemas.menuItem>
export type MenuSubitem = z.output<typeof schemas.menuSubitem>
export type MenuTarget = z.output<typeof schemas.menuTarget>
export type MenuLink = z.output<typeof schemas.menuLink>
export type DomainMenu = z.output<typeof schemas.domainMenu>
export type PageSummary = z.output<typeof schemas.pageSummary>
export type PageDetails = z.output<typeof schemas.pageDetails>
export type PageText = z.output<typeof schemas.pageText>
export type ShownPage = z.output<typeof schemas.shownPage>
export type DeletionReceipt = z.output<typeof schemas.deletionReceipt>
export type Permission = z.output<typeof schemas.permission>
export type SessionInfo = z.output<typeof schemas.sessionInfo>
export type Account = z.output<typeof schemas.account>
export type ApiKey = z.output<typeof schemas.apiKey>
export type Webhook = z.output<typeof schemas.webhook>
export type WebhookDelivery = z.output<typeof schemas.webhookDelivery>
export type Passkey = z.output<typeof schemas.passkey>
export type PasskeyRequestOptions = z.output<typeof schemas.passkeyRequestOptions>
export type PasskeyAssertion = z.output<typeof schemas.passkeyAssertion>
export type ReauthenticationMethod = z.output<typeof schemas.reauthenticationMethod>
export type LinkedProvider = z.output<typeof schemas.linkedProvider>
export type SignedIn = z.output<typeof schemas.signedIn>
export type ReactionName = z.output<typeof schemas.reactionName>
export type ReactionsCount = z.output<typeof schemas.reactionsCount>
export type Wallet = z.output<typeof schemas.wallet>
export type Movement = z.output<typeof schemas.movement>
export type CashierRequest = z.output<typeof schemas.cashierRequest>
export type MovementFilter = z.output<typeof schemas.movementFilter>
export type CardPurchase = z.output<typeof schemas.cardPurchase>
export type EntityType = z.output<typeof schemas.entityType>
export type ArticleRef = z.output<typeof schemas.articleRef>
export type Media = z.output<typeof schemas.media>
export type Image = z.output<typeof schemas.image>
export type ReadingPosition = z.output<typeof schemas.readingPosition>
export type ViewerFacts = z.output<typeof schemas.viewerFactsPayload>
export type ContentBlock = z.output<typeof schemas.contentBlock>
export type PostDocument = z.output<typeof schemas.postDocument>
/** A block of a document; see `isBlock`. */
export type DocumentBlock = PostDocument['blocks'][number]
export type { ListItem, UnknownBlock } from './schemas/blocks.ts'

/** A page of a list. */
export interface Page<Item> {
  items: Item[]
  /** Cursor of the next page; null on the last one. */
  cursor: string | null
  hasMore: boolean
}

/** The body of a successful response. */
export interface SuccessResponse<Name extends CallName> {
  status: 'success'
  payload: CallOutput<Name>
}
