"""Topics: how well they are found in an invented, labelled set, and what a new story costs."""
import collections
import json
import math
import pathlib
import re
import shutil
import unicodedata

from measure import line, lines_of

SET = pathlib.Path(__file__).resolve().parents[1] / "topics/labelled.jsonl"
WINDOWS = (1_000, 10_000, 100_000)


def topics(programs, work, keep):
    program, folder = programs / "TopicSpeed", work / "topics"
    stories = [json.loads(text) for text in SET.read_text().splitlines()]
    events = [story["event"] for story in stories]
    shutil.rmtree(folder, ignore_errors=True)
    found = {}
    for fact in lines_of(program, "labelled", SET, folder):
        if fact["what"] == "story":
            found.setdefault(fact["title"], []).append(fact["topic"])
    shutil.rmtree(folder)
    # Titles that stand twice are in the order of the set within their topics or not at all the same; few do.
    ours = [found[story["title"]].pop(0) if found.get(story["title"]) else -number
            for number, story in enumerate(stories, 1)]
    lines = []
    for name, labels, aim in (("topics", ours, True), ("titles that share words", by_titles(stories), False),
                              ("TF-IDF in one pass", in_one_pass(stories), False)):
        precision, recall = b_cubed(events, labels)
        f1 = 2 * precision * recall / (precision + recall)
        is_met = precision >= 0.95 and recall >= 0.8
        lines.append(line(f"{len(stories)} stories of {len(set(events))} events: {name}",
                          f"precision {precision:.3f}, recall {recall:.3f}", f"F1 {f1:.3f}", None,
                          *(("≥ 0.95, ≥ 0.80", is_met) if aim else ())))
    for count in WINDOWS:
        folder = work / f"topics-{count}"
        shutil.rmtree(folder, ignore_errors=True)
        fact = lines_of(program, "speed", folder, count)[0]
        shutil.rmtree(folder)
        each = fact["milliseconds"]
        lines.append(line(f"a new story finds its topic among {count:,}", f"{each:.2f} ms of CPU",
                          f"the limit: 5 ms (the slowest twenty: {fact['most']:.2f} ms each)", each / 5, "< 1", each < 5))
    return lines


def b_cubed(events, labels):
    of_event, of_label = collections.defaultdict(set), collections.defaultdict(set)
    for number, (event, label) in enumerate(zip(events, labels)):
        of_event[event].add(number)
        of_label[label].add(number)
    precision = recall = 0
    for event, label in zip(events, labels):
        common = len(of_event[event] & of_label[label])
        precision += common / len(of_label[label])
        recall += common / len(of_event[event])
    return precision / len(events), recall / len(events)


def words(text):
    plain = unicodedata.normalize("NFD", text.lower())
    return re.findall(r"\w+", "".join(letter for letter in plain if not unicodedata.combining(letter)))


def by_titles(stories):
    """What readers do that compare titles: those that share half of their words are one, through others too."""
    titles = [{word for word in words(story["title"]) if len(word) > 3} for story in stories]
    labels = list(range(len(stories)))

    def root(number):
        while labels[number] != number:
            number = labels[number]
        return number

    for a, first in enumerate(titles):
        for b in range(a):
            common = len(first & titles[b])
            if common and common / len(first | titles[b]) >= 0.4:
                labels[root(a)] = root(b)
    return [root(number) for number in range(len(stories))]


def in_one_pass(stories):
    """The usual way: each story in order of time joins the nearest mean of words, or begins one. Its best threshold."""
    counts = [collections.Counter(words(story["title"] + " " + story["text"])[:70]) for story in stories]
    known = collections.Counter(word for count in counts for word in count)
    vectors = []
    for count in counts:
        vector = {word: number * math.log(len(stories) / known[word]) for word, number in count.items()}
        length = math.sqrt(sum(value * value for value in vector.values())) or 1
        vectors.append({word: value / length for word, value in vector.items()})
    order = sorted(range(len(stories)), key=lambda number: stories[number]["published"])
    best = None
    for threshold in (0.1, 0.15, 0.2, 0.25, 0.3):
        means, labels = [], [0] * len(stories)
        for number in order:
            nearest, nearness = None, threshold
            for label, (mean, length) in enumerate(means):
                product = sum(value * mean.get(word, 0) for word, value in vectors[number].items()) / length
                if product > nearness:
                    nearest, nearness = label, product
            if nearest is None:
                nearest = len(means)
                means.append(({}, 1))
            mean = means[nearest][0]
            for word, value in vectors[number].items():
                mean[word] = mean.get(word, 0) + value
            means[nearest] = (mean, math.sqrt(sum(value * value for value in mean.values())))
            labels[number] = nearest
        precision, recall = b_cubed([story["event"] for story in stories], labels)
        score = 2 * precision * recall / (precision + recall)
        if best is None or score > best[0]:
            best = (score, labels)
    return best[1]
