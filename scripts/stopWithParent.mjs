/** Loaded before the program: should whoever started it be killed, even with -9, it stops as if asked to. */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
