/** Who is signed in, for calls and the store. The forum and the embed have separate implementations. */
export interface Session {
  /** A valid access token, or null for a visitor. */
  getAccessToken(): Promise<string | null>
  /**
   * A new access token regardless of the current one; null if the session has ended. Concurrent calls share one
   * request.
   */
  refresh(): Promise<string | null>
  signOut(): Promise<void>
  /** Whether the publisher signed the viewer in. Joining then needs no notice. Default: no. */
  isByPublisher?(): boolean
  /** Called when somebody signs in or out, here or in another tab. Returns the unsubscribe function. */
  onChange(listener: () => void): () => void
}
