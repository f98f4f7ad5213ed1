import ArgumentParser
@main struct Tidings: AsyncParsableCommand { func run() async throws { print("Tidings") } }
