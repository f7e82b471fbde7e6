// One AI request at a time, as the host wants it (4.7): it starts, tells how far it is, can be stopped, and ends.

class AiRequest {
  /**
   * @param onProgress is told how far it is, and null when nothing runs
   * @param onWords is told what the person should know
   */
  constructor(onProgress, onWords) {
    this.onProgress = onProgress
    this.onWords = onWords
    this.isRunning = false
  }

  /**
   * Makes a call, which must happen within the tap.
   * @param call is given `onProgress` for its options
   * @returns the answer where something was made; null in every other case, about which the person has been told
   */
  async run(call) {
    if (this.isRunning) {
      this.onWords(errorWords('BUSY'))
      return null
    }
    this.isRunning = true
    this.onWords('')
    this.onProgress({ words: 'One moment…', share: null })
    try {
      const answer = await call((progress) => {
        if (this.isRunning) this.onProgress(progressWords(progress))
      })
      this.onWords(outcomeWords(answer.status))
      return answer.status === 'made' || answer.status === 'answered' ? answer : null
    } catch (error) {
      this.onWords(errorWords(error.code))
      return null
    } finally {
      this.isRunning = false
      this.onProgress(null)
    }
  }

  /** Stops what runs; its answer then says that it was cancelled. */
  cancel() {
    if (this.isRunning) Service.ai.cancel().catch(() => {})
  }
}
