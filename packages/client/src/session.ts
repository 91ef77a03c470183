/** Who is signed in, as calls and the store see it. The forum and the embed each have their own way to keep it. */
export interface Session {
  /** An access token that is not about to end, or null for a visitor. */
  getAccessToken(): Promise<string | null>
  /** A new access token whatever the present one; null when the session has ended. Calls at the same time share one request. */
  refresh(): Promise<string | null>
  signOut(): Promise<void>
  /** Whether the publisher of the page signed the viewer in: then joining goes without saying. Default: no. */
  isByPublisher?(): boolean
  /** Hears when somebody signs in or out here or in another tab; returns the function that ends it. */
  onChange(listener: () => void): () => void
}
