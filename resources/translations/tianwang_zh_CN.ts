<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>ActionSearch</name>
    <message>
        <source>A few letters of the name of an action</source>
        <translation>输入操作名称中的几个字</translation>
    </message>
    <message>
        <source>Actions found</source>
        <translation>找到的操作</translation>
    </message>
    <message>
        <source>No action has these letters in its name.</source>
        <translation>没有名称中包含这些字的操作。</translation>
    </message>
    <message>
        <source>Search for an action</source>
        <translation>查找操作</translation>
    </message>
    <message>
        <source>What do you want to do?</source>
        <translation>想做什么？</translation>
    </message>
    <message>
        <source>{action} – {menu}</source>
        <translation>{action} – {menu}</translation>
    </message>
</context>
<context>
    <name>AddressField</name>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>The connection to {host} is not secure ({problem}). Enter no passwords there.</source>
        <translation>与 {host} 的连接不安全（{problem}）。请勿在那里输入密码。</translation>
    </message>
</context>
<context>
    <name>Addresses</name>
    <message>
        <source>&amp;Take it anyway</source>
        <translation>仍然采集(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Why?</source>
        <translation>为什么(&amp;W)</translation>
    </message>
    <message>
        <source>Address in this crawl</source>
        <translation>本次采集中的地址</translation>
    </message>
    <message>
        <source>Addresses that all nodes have parked</source>
        <translation>所有节点搁置的地址</translation>
    </message>
    <message>
        <source>An address, to see why it was taken or not</source>
        <translation>输入地址，查看为何采集或未采集</translation>
    </message>
    <message>
        <source>How all nodes together came to this address</source>
        <translation>所有节点如何一起找到这个地址</translation>
    </message>
    <message>
        <source>No node has come across this address.</source>
        <translation>没有节点遇到过这个地址。</translation>
    </message>
    <message>
        <source>Node {node}</source>
        <translation>节点 {node}</translation>
    </message>
    <message>
        <source>Nothing looks like a trap.</source>
        <translation>没有疑似陷阱。</translation>
    </message>
    <message>
        <source>Queue this address, whatever scope, depth, traps or content types say</source>
        <translation>不论范围、深度、陷阱或内容类型如何，都将此地址加入队列</translation>
    </message>
    <message>
        <source>Suspected t&amp;raps</source>
        <translation>疑似陷阱(&amp;R)</translation>
    </message>
    <message>
        <source>Text of the link: “{text}”</source>
        <translation>链接文字：“{text}”</translation>
    </message>
    <message>
        <source>The crawl started from it.</source>
        <translation>采集从它开始。</translation>
    </message>
    <message>
        <source>The first {count} of them.</source>
        <translation>这是其中前 {count} 个。</translation>
    </message>
    <message>
        <source>The way of the crawl:</source>
        <translation>采集的路径：</translation>
    </message>
    <message>
        <source>What the nodes say of it</source>
        <translation>各节点对它的说明</translation>
    </message>
</context>
<context>
    <name>Alike</name>
    <message numerus="yes">
        <source>%Ln other address(es) have nearly the same text.</source>
        <translation>
            <numerusform>另有 %Ln 个地址的正文与它几乎相同。</numerusform>
        </translation>
    </message>
    <message>
        <source>Looking for pages that are alike</source>
        <translation>正在查找相似的网页</translation>
    </message>
    <message>
        <source>{done} of {total} pages</source>
        <translation>{total} 页中的第 {done} 页</translation>
    </message>
</context>
<context>
    <name>AnchorCloud</name>
    <message>
        <source>Words of links</source>
        <translation>链接文字</translation>
    </message>
</context>
<context>
    <name>BatchesModel</name>
    <message numerus="yes">
        <source>%Ln problem(s)</source>
        <translation>
            <numerusform>%Ln 个问题</numerusform>
        </translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批次</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Folder {folder}, captures from {first} to {last}</source>
        <translation>文件夹 {folder}，采集时间从 {first} 到 {last}</translation>
    </message>
    <message>
        <source>In order</source>
        <translation>完好</translation>
    </message>
    <message>
        <source>In order; more has come since</source>
        <translation>完好；之后又有新内容</translation>
    </message>
    <message>
        <source>Last check</source>
        <translation>上次检查</translation>
    </message>
    <message>
        <source>Not checked</source>
        <translation>未检查</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Visits</source>
        <translation>重访</translation>
    </message>
</context>
<context>
    <name>BlockCard</name>
    <message>
        <source>(nothing but pictures)</source>
        <translation>（只有图片）</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Coherence</source>
        <translation>内聚度</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>复制路径</translation>
    </message>
    <message>
        <source>Copy the place of this block in the page as an XPath</source>
        <translation>以 XPath 复制此分块在网页中的位置</translation>
    </message>
    <message>
        <source>Element</source>
        <translation>元素</translation>
    </message>
    <message>
        <source>It has no text.</source>
        <translation>没有文本。</translation>
    </message>
    <message>
        <source>Only the first {n} characters are shown.</source>
        <translation>只显示前 {n} 个字符。</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Select a sentence above: its first appearance among all versions of the page is looked up</source>
        <translation>在上面选中一句话：将查找它在此网页所有版本中首次出现的地方</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>The chosen block</source>
        <translation>所选分块</translation>
    </message>
    <message>
        <source>Who said this first?</source>
        <translation>这句话最早出自何处？</translation>
    </message>
    <message>
        <source>Written when this block said something else.</source>
        <translation>写下时此内容块的文字与现在不同。</translation>
    </message>
    <message>
        <source>several neighbours</source>
        <translation>若干相邻元素</translation>
    </message>
    <message>
        <source>{first} to {last} ({size})</source>
        <translation>{first} 至 {last}（{size}）</translation>
    </message>
    <message>
        <source>{n} of 10 (how much it is one thing)</source>
        <translation>{n}/10（内容的统一程度）</translation>
    </message>
    <message>
        <source>{share} of the document · level {n}</source>
        <translation>占文档 {share} · 第 {n} 级</translation>
    </message>
    <message>
        <source>{share} of the page · level {n}</source>
        <translation>占网页 {share} · 第 {n} 级</translation>
    </message>
</context>
<context>
    <name>BlockFind</name>
    <message>
        <source>Find in the blocks</source>
        <translation>在分块中查找</translation>
    </message>
</context>
<context>
    <name>BlockTree</name>
    <message numerus="yes">
        <source>%Ln character(s) of text</source>
        <translation>
            <numerusform>%Ln 个字符的文本</numerusform>
        </translation>
    </message>
    <message>
        <source>(nothing but pictures)</source>
        <translation>（只有图片）</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>分块</translation>
    </message>
    <message>
        <source>Blocks of this page</source>
        <translation>此网页的分块</translation>
    </message>
    <message>
        <source>How deep it stands in the tree: 1 for the largest blocks</source>
        <translation>在树中的深度：最大的分块为 1</translation>
    </message>
    <message>
        <source>How much of the room of the page it takes</source>
        <translation>在网页中所占的篇幅</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>级别</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>The part it plays on the page</source>
        <translation>它在网页中的作用</translation>
    </message>
    <message>
        <source>What the block is about: its heading, or the words that stand out in it</source>
        <translation>分块的主题：它的标题，或其中突出的词语</translation>
    </message>
</context>
<context>
    <name>BlocksBar</name>
    <message>
        <source>By sight (VIPS)</source>
        <translation>按视觉（VIPS）</translation>
    </message>
    <message>
        <source>Coherence</source>
        <translation>内聚度</translation>
    </message>
    <message>
        <source>Coherence {n}</source>
        <translation>内聚度 {n}</translation>
    </message>
    <message>
        <source>How finely the page is cut: 1 for a few large blocks, 5 for many small ones</source>
        <translation>划分的粗细：1 为少而大的分块，5 为多而小的分块</translation>
    </message>
    <message>
        <source>How much a block is one thing: 1 leaves the page whole, 6 shows its regions, 10 its paragraphs</source>
        <translation>分块内容的统一程度：1 表示整页不分，6 显示各个区域，10 显示各个段落</translation>
    </message>
    <message>
        <source>How things look is taken from</source>
        <translation>外观的依据</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>级别</translation>
    </message>
    <message>
        <source>Level {n}</source>
        <translation>第 {n} 级</translation>
    </message>
    <message>
        <source>Look: as declared</source>
        <translation>外观：按源码声明</translation>
    </message>
    <message>
        <source>Look: as measured</source>
        <translation>外观：按屏幕实测</translation>
    </message>
    <message>
        <source>Nothing but what is seen divides the page: lines, empty bands, backgrounds, fonts and sizes</source>
        <translation>只按看到的样子划分网页：线条、空白带、背景、字体和大小</translation>
    </message>
    <message>
        <source>Sizes and colours as the source of the page declares them: quick, and the same everywhere</source>
        <translation>采用网页源码声明的大小和颜色：快速，且在各处都一样</translation>
    </message>
    <message>
        <source>Sizes, fonts, colours and gaps as the browser shows them on this screen</source>
        <translation>采用浏览器在此屏幕上实际显示的大小、字体、颜色和间距</translation>
    </message>
    <message>
        <source>What the page is cut by: what its source declares, or what the screen shows</source>
        <translation>划分网页的依据：源码的声明，或屏幕上的显示</translation>
    </message>
</context>
<context>
    <name>BlocksTab</name>
    <message numerus="yes">
        <source>%Ln block(s)</source>
        <translation>
            <numerusform>%Ln 个分块</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln part(s) of the document</source>
        <translation>
            <numerusform>文档的 %Ln 个部分</numerusform>
        </translation>
    </message>
    <message>
        <source>Cancelled. Choose another level to divide the page again.</source>
        <translation>已取消。选择另一个级别可重新分块。</translation>
    </message>
    <message>
        <source>Dividing the page into blocks</source>
        <translation>正在把网页分块</translation>
    </message>
    <message>
        <source>Dividing the page into blocks…</source>
        <translation>正在把网页划分成分块…</translation>
    </message>
    <message>
        <source>Measuring the page…</source>
        <translation>正在测量网页…</translation>
    </message>
    <message>
        <source>Pages of the archive that say what this block says, or passages of it</source>
        <translation>存档库中含有此区块文字或其片段的页面</translation>
    </message>
    <message>
        <source>The page could not be divided into blocks.</source>
        <translation>无法把网页划分成分块。</translation>
    </message>
    <message>
        <source>There is nothing in it to divide.</source>
        <translation>其中没有可划分的内容。</translation>
    </message>
    <message>
        <source>This address leads to another one.</source>
        <translation>此地址指向另一个地址。</translation>
    </message>
    <message>
        <source>This version has no content.</source>
        <translation>此版本没有内容。</translation>
    </message>
    <message>
        <source>Web pages are divided into blocks; of documents such as PDF and Word the parts are shown.</source>
        <translation>网页会划分成分块；PDF、Word 等文档则显示其各个部分。</translation>
    </message>
    <message>
        <source>Where else does this &amp;stand?</source>
        <translation>这段话还出现在哪里？(&amp;S)</translation>
    </message>
    <message>
        <source>by declared look</source>
        <translation>按声明的外观</translation>
    </message>
    <message>
        <source>by measured boxes</source>
        <translation>按实测的外观</translation>
    </message>
    <message>
        <source>by sight</source>
        <translation>按视觉划分</translation>
    </message>
    <message>
        <source>could not be measured: by declared look</source>
        <translation>无法测量：按声明的外观</translation>
    </message>
    <message>
        <source>those that follow are not listed</source>
        <translation>其后的部分未列出</translation>
    </message>
    <message>
        <source>{layout} of {size} are layout around the blocks.</source>
        <translation>{size} 中有 {layout} 是分块之外的布局。</translation>
    </message>
    <message>
        <source>{seen} of {all} blocks have a place on the screen.</source>
        <translation>{all} 个分块中有 {seen} 个在屏幕上有位置。</translation>
    </message>
</context>
<context>
    <name>Body</name>
    <message>
        <source>Every address, and why it is where it is</source>
        <translation>所有地址，以及各自所处状态的原因</translation>
    </message>
    <message>
        <source>Every host, and what is asked of it</source>
        <translation>所有主机，以及正在向其请求什么</translation>
    </message>
    <message>
        <source>Hosts</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>概览</translation>
    </message>
    <message>
        <source>Parts of the dashboard</source>
        <translation>仪表板的各部分</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Redirects</source>
        <translation>重定向</translation>
    </message>
    <message>
        <source>Speed, results and workers</source>
        <translation>速度、结果与工作线程</translation>
    </message>
    <message>
        <source>What happened, in order</source>
        <translation>按时间顺序记录的经过</translation>
    </message>
    <message>
        <source>Where addresses lead to</source>
        <translation>各地址最终指向何处</translation>
    </message>
</context>
<context>
    <name>Browser</name>
    <message>
        <source>Actual Size</source>
        <translation>实际大小</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy Link Address</source>
        <translation>复制链接地址</translation>
    </message>
    <message>
        <source>Open Link</source>
        <translation>打开链接</translation>
    </message>
    <message>
        <source>Open Link in New Tab</source>
        <translation>在新标签页中打开链接</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>重新加载</translation>
    </message>
    <message>
        <source>Select All</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>Zoom In</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Zoom Out</source>
        <translation>缩小</translation>
    </message>
</context>
<context>
    <name>CalendarView</name>
    <message numerus="yes">
        <source>%Ln capture(s)</source>
        <translation>
            <numerusform>%Ln 次采集</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln changed page(s)</source>
        <translation>
            <numerusform>%Ln 个网页有变化</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln new version(s)</source>
        <translation>
            <numerusform>%Ln 个新版本</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s) for the first time</source>
        <translation>
            <numerusform>首次采集 %Ln 个网页</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln real change(s)</source>
        <translation>
            <numerusform>%Ln 次实质变化</numerusform>
        </translation>
    </message>
    <message>
        <source>Each day of a crawl stands here, shaded by what it brought.</source>
        <translation>每个有采集的日子都会显示在这里，颜色深浅表示当天的收获。</translation>
    </message>
    <message>
        <source>Enter shows the archive as it was that day</source>
        <translation>按 Enter 显示存档库当天的样子</translation>
    </message>
    <message>
        <source>Its folder</source>
        <translation>所在文件夹</translation>
    </message>
    <message>
        <source>Its site</source>
        <translation>所在网站</translation>
    </message>
    <message>
        <source>Nothing was captured yet</source>
        <translation>还没有采集过任何内容</translation>
    </message>
    <message>
        <source>Shaded by captures</source>
        <translation>按采集次数着色</translation>
    </message>
    <message>
        <source>Shaded by how often something was captured on a day.</source>
        <translation>颜色深浅表示当天采集的次数。</translation>
    </message>
    <message>
        <source>Shaded by new versions of known pages. How much of that is noise is known of single pages only: choose “This page”.</source>
        <translation>颜色深浅表示已有网页的新版本数。其中有多少只是噪声，只有单个网页才知道：请选“本网页”。</translation>
    </message>
    <message>
        <source>Shaded by real changes</source>
        <translation>按实质变化着色</translation>
    </message>
    <message>
        <source>Shaded by versions that changed by more than noise.</source>
        <translation>颜色深浅表示变化不止是噪声的版本数。</translation>
    </message>
    <message>
        <source>The next year with captures (Page Down)</source>
        <translation>下一个有采集的年份（Page Down）</translation>
    </message>
    <message>
        <source>The whole archive</source>
        <translation>整个存档库</translation>
    </message>
    <message>
        <source>The year with captures before (Page Up)</source>
        <translation>上一个有采集的年份（Page Up）</translation>
    </message>
    <message>
        <source>There are no days to show</source>
        <translation>没有可显示的日子</translation>
    </message>
    <message>
        <source>This folder</source>
        <translation>本文件夹</translation>
    </message>
    <message>
        <source>This page</source>
        <translation>本网页</translation>
    </message>
    <message>
        <source>This site</source>
        <translation>本网站</translation>
    </message>
    <message>
        <source>What the shades of the days mean</source>
        <translation>日期颜色的含义</translation>
    </message>
    <message>
        <source>Whose days are shown</source>
        <translation>显示哪个范围的日子</translation>
    </message>
    <message>
        <source>few</source>
        <translation>少</translation>
    </message>
    <message>
        <source>many</source>
        <translation>多</translation>
    </message>
    <message>
        <source>{day}: nothing was captured</source>
        <translation>{day}：没有采集</translation>
    </message>
    <message>
        <source>{day}: {counts}</source>
        <translation>{day}：{counts}</translation>
    </message>
</context>
<context>
    <name>CategoriesSection</name>
    <message numerus="yes">
        <source>%Ln page(s) are not of “{name}”.</source>
        <translation>
            <numerusform>%Ln 个网页不属于“{name}”。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s) put into “{name}”.</source>
        <translation>
            <numerusform>%Ln 个网页已放入“{name}”。</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Edit categories and rules…</source>
        <translation>编辑分类和规则(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Learn from my pages</source>
        <translation>从我的网页学习(&amp;L)</translation>
    </message>
    <message numerus="yes">
        <source>All pages were judged by %Ln page(s) of yours.</source>
        <translation>
            <numerusform>已按您的 %Ln 个网页判断了所有网页。</numerusform>
        </translation>
    </message>
    <message>
        <source>Categories</source>
        <translation>分类</translation>
    </message>
    <message numerus="yes">
        <source>Category of %Ln page(s):</source>
        <translation>
            <numerusform>%Ln 个网页的分类：</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose some pages in the tree: “Put into a category…”; then more like them are proposed</source>
        <translation>在目录树中选择一些网页：“放入分类…”；之后会提出更多类似的网页</translation>
    </message>
    <message>
        <source>Learning categories</source>
        <translation>正在学习分类</translation>
    </message>
    <message>
        <source>Put into a category</source>
        <translation>放入分类</translation>
    </message>
    <message>
        <source>Put pages into a category by their menu</source>
        <translation>用网页的菜单把它放入分类</translation>
    </message>
    <message>
        <source>Sorting pages into categories</source>
        <translation>正在把网页归入分类</translation>
    </message>
    <message>
        <source>The categories and their rules were saved.</source>
        <translation>分类和规则已保存。</translation>
    </message>
    <message>
        <source>What pages are about, by hand, by rules, or as it was learned from your pages</source>
        <translation>网页讲的是什么：手工指定、按规则、或从您的网页学来</translation>
    </message>
</context>
<context>
    <name>ChangeSheet</name>
    <message>
        <source>&amp;Apply</source>
        <translation>应用(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Apply and go on</source>
        <translation>应用并继续(&amp;A)</translation>
    </message>
    <message>
        <source>Addresses to start from</source>
        <translation>起始地址</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Change nothing (Esc)</source>
        <translation>不做更改 (Esc)</translation>
    </message>
    <message>
        <source>Change the settings (Ctrl+Enter)</source>
        <translation>更改设置 (Ctrl+Enter)</translation>
    </message>
    <message>
        <source>Change this crawl</source>
        <translation>更改此抓取</translation>
    </message>
    <message>
        <source>Give at least one address to start from.</source>
        <translation>请至少填写一个起始地址。</translation>
    </message>
    <message>
        <source>No preview.</source>
        <translation>没有预览。</translation>
    </message>
    <message>
        <source>Nothing is changed yet. What a change does to the queue is shown here.</source>
        <translation>尚未做任何更改。更改对队列的影响会显示在这里。</translation>
    </message>
    <message>
        <source>One address a line</source>
        <translation>每行一个地址</translation>
    </message>
    <message>
        <source>Start from</source>
        <translation>起始地址</translation>
    </message>
    <message>
        <source>The crawl was changed. {figures}</source>
        <translation>抓取已更改。{figures}</translation>
    </message>
    <message>
        <source>{crawl} is paused while you change its settings.</source>
        <translation>更改设置期间，{crawl} 处于暂停状态。</translation>
    </message>
    <message>
        <source>{crawl}, begun {date}, is not running.</source>
        <translation>{crawl}（开始于 {date}）没有在运行。</translation>
    </message>
</context>
<context>
    <name>ChangesModel</name>
    <message numerus="yes">
        <source>%Ln character(s)</source>
        <translation>
            <numerusform>%Ln 个字符</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n change(s) of the site&apos;s template</source>
        <translation>
            <numerusform>%n 处网站模板的变化</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n change(s) that always happen</source>
        <translation>
            <numerusform>%n 处总在发生的变化</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n difference(s) in the code alone, nothing to be read</source>
        <translation>
            <numerusform>%n 处只在代码中的差异，读者看不到</numerusform>
        </translation>
    </message>
    <message>
        <source>Changed places</source>
        <translation>互换位置</translation>
    </message>
    <message>
        <source>Dates, counters, advertisements. Click to see them, each with the evidence.</source>
        <translation>日期、计数器、广告之类。点击查看，每一处都附有依据。</translation>
    </message>
    <message>
        <source>Menus, feet and margins that the pages of the site share. Click to see them.</source>
        <translation>网站各网页共有的菜单、页脚和边栏。单击查看。</translation>
    </message>
    <message>
        <source>Moved and changed</source>
        <translation>移动并改动</translation>
    </message>
    <message>
        <source>Scripts, style, tags around the same words, links and pictures. Click to see them.</source>
        <translation>脚本、样式，以及相同文字、链接和图片外围的标签。点击可查看。</translation>
    </message>
    <message>
        <source>Swapped and changed</source>
        <translation>互换位置并有改动</translation>
    </message>
    <message>
        <source>hidden on the page</source>
        <translation>在网页上不显示</translation>
    </message>
    <message>
        <source>see the source (Ctrl+5)</source>
        <translation>见源代码 (Ctrl+5)</translation>
    </message>
    <message>
        <source>words of a link</source>
        <translation>链接文字</translation>
    </message>
    <message>
        <source>{kind}: “{before}” became “{after}”</source>
        <translation>{kind}：“{before}”变为“{after}”</translation>
    </message>
    <message>
        <source>{kind}: “{text}”</source>
        <translation>{kind}：“{text}”</translation>
    </message>
    <message>
        <source>{n} characters differ</source>
        <translation>{n} 个字符不同</translation>
    </message>
</context>
<context>
    <name>ChangesPanel</name>
    <message numerus="yes">
        <source>%n change(s)</source>
        <translation>
            <numerusform>%n 处变化</numerusform>
        </translation>
    </message>
    <message>
        <source>Always &amp;ignore this block</source>
        <translation>始终忽略此分块(&amp;I)</translation>
    </message>
    <message>
        <source>Change {n} of {total}</source>
        <translation>第 {n} 处变化，共 {total} 处</translation>
    </message>
    <message>
        <source>Change {n} of {total} (hidden)</source>
        <translation>第 {n} 处变化，共 {total} 处（未显示）</translation>
    </message>
    <message>
        <source>Change {n} of {total} (not found)</source>
        <translation>第 {n} 处变化，共 {total} 处（未找到）</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Copy the &amp;path of the block</source>
        <translation>复制分块的路径(&amp;P)</translation>
    </message>
    <message>
        <source>Copy the text &amp;after</source>
        <translation>复制变化后的文字(&amp;A)</translation>
    </message>
    <message>
        <source>Copy the text &amp;before</source>
        <translation>复制变化前的文字(&amp;B)</translation>
    </message>
    <message>
        <source>Filter changes</source>
        <translation>筛选变化</translation>
    </message>
    <message>
        <source>Its changes count as noise from now on; that can be undone</source>
        <translation>从现在起它的变化都算作噪声；可以撤销</translation>
    </message>
    <message>
        <source>Largest change first</source>
        <translation>变化大的在前</translation>
    </message>
    <message>
        <source>Neither page shows this block: it is folded away or invisible.</source>
        <translation>两个版本的网页都没有显示这个分块：它被折叠起来或不可见。</translation>
    </message>
    <message>
        <source>Next change (F8 or Alt+Down)</source>
        <translation>下一处变化（F8 或 Alt+Down）</translation>
    </message>
    <message>
        <source>No change fits the filter.</source>
        <translation>没有符合筛选条件的变化。</translation>
    </message>
    <message>
        <source>No longer &amp;ignore “{rule}”</source>
        <translation>不再忽略“{rule}”(&amp;I)</translation>
    </message>
    <message>
        <source>Previous change (F7 or Alt+Up)</source>
        <translation>上一处变化（F7 或 Alt+Up）</translation>
    </message>
    <message>
        <source>The block was not found in the pages as they are shown; the source (Ctrl+5) has it.</source>
        <translation>在所显示的网页中没有找到这个区块；源代码（Ctrl+5）中有。</translation>
    </message>
    <message>
        <source>Words of the text, the topic or an address</source>
        <translation>正文、主题或网址中的字词</translation>
    </message>
</context>
<context>
    <name>ChapterBar</name>
    <message>
        <source>Next part</source>
        <translation>下一部分</translation>
    </message>
    <message>
        <source>Part {n} of {count} of this long document</source>
        <translation>长文档的第 {n} 部分，共 {count} 部分</translation>
    </message>
    <message>
        <source>Previous part</source>
        <translation>上一部分</translation>
    </message>
    <message>
        <source>The part after this (Page Down at the end)</source>
        <translation>后一部分（在末尾按 Page Down）</translation>
    </message>
    <message>
        <source>The part before (Page Up at the beginning)</source>
        <translation>前一部分（在开头按 Page Up）</translation>
    </message>
</context>
<context>
    <name>Charts</name>
    <message>
        <source>Captures a second</source>
        <translation>每秒采集数</translation>
    </message>
    <message>
        <source>Errors a second</source>
        <translation>每秒错误数</translation>
    </message>
    <message>
        <source>{time}: {captures} captures and {errors} errors a second</source>
        <translation>{time}：每秒采集 {captures} 次，错误 {errors} 次</translation>
    </message>
</context>
<context>
    <name>CheckTab</name>
    <message>
        <source>&amp;Recover a damaged file…</source>
        <translation>恢复损坏的文件(&amp;R)…</translation>
    </message>
    <message>
        <source>All batch files together</source>
        <translation>全部批次文件的总大小</translation>
    </message>
    <message>
        <source>Batches</source>
        <translation>批次</translation>
    </message>
    <message>
        <source>Make the index again from the batches</source>
        <translation>根据批次文件重新建立索引</translation>
    </message>
    <message>
        <source>One a month</source>
        <translation>每月一个</translation>
    </message>
    <message>
        <source>Open &amp;folder</source>
        <translation>打开文件夹(&amp;F)</translation>
    </message>
    <message>
        <source>Read what can be read of a damaged file into a new one</source>
        <translation>把损坏文件中仍可读取的内容写入新文件</translation>
    </message>
    <message>
        <source>Rebuild &amp;index…</source>
        <translation>重建索引(&amp;I)…</translation>
    </message>
    <message>
        <source>Recover {file}…</source>
        <translation>恢复 {file}…</translation>
    </message>
    <message>
        <source>Sa&amp;ve report…</source>
        <translation>保存报告(&amp;V)…</translation>
    </message>
    <message>
        <source>Size on disk</source>
        <translation>占用空间</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>正在停止…</translation>
    </message>
    <message>
        <source>Write what the check found to a file</source>
        <translation>把检查结果写入文件</translation>
    </message>
</context>
<context>
    <name>Chip</name>
    <message>
        <source>Take away {what}</source>
        <translation>去掉 {what}</translation>
    </message>
    <message>
        <source>{what}: click to show the others again</source>
        <translation>{what}：点按可恢复显示其他内容</translation>
    </message>
</context>
<context>
    <name>Chooser</name>
    <message>
        <source>All sites</source>
        <translation>所有网站</translation>
    </message>
    <message>
        <source>Between two crawls</source>
        <translation>两次抓取之间</translation>
    </message>
    <message>
        <source>Between two dates</source>
        <translation>两个日期之间</translation>
    </message>
    <message>
        <source>Compare every page at the two times</source>
        <translation>比较每个网页在这两个时刻的状态</translation>
    </message>
    <message>
        <source>Find by any of its words</source>
        <translation>输入名称中的任意词查找</translation>
    </message>
    <message>
        <source>Show the changes</source>
        <translation>显示变化</translation>
    </message>
    <message>
        <source>The earlier crawl</source>
        <translation>较早的抓取</translation>
    </message>
    <message>
        <source>The later crawl</source>
        <translation>较晚的抓取</translation>
    </message>
    <message>
        <source>The state of the site at this later moment</source>
        <translation>网站在这个较晚时刻的状态</translation>
    </message>
    <message>
        <source>The state of the site at this moment</source>
        <translation>网站在这个时刻的状态</translation>
    </message>
    <message>
        <source>What is compared</source>
        <translation>比较什么</translation>
    </message>
    <message>
        <source>Which site</source>
        <translation>哪个网站</translation>
    </message>
    <message>
        <source>{address}, begun {date}</source>
        <translation>{address}，开始于 {date}</translation>
    </message>
    <message>
        <source>{date} · {address}</source>
        <translation>{date} · {address}</translation>
    </message>
</context>
<context>
    <name>ClosesWithEscape</name>
    <message>
        <source>Back to the page (Esc)</source>
        <translation>返回网页 (Esc)</translation>
    </message>
</context>
<context>
    <name>ClusterCanvas</name>
    <message>
        <source>Map of the groups</source>
        <translation>分组图</translation>
    </message>
</context>
<context>
    <name>ClusterSheet</name>
    <message>
        <source>&amp;Connect</source>
        <translation>连接(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Disconnect</source>
        <translation>断开连接(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;End the nodes</source>
        <translation>结束节点(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Go on</source>
        <translation>继续(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Machines that are a cluster already</source>
        <translation>已组成集群的机器(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;New crawl…</source>
        <translation>新建抓取(&amp;N)…</translation>
    </message>
    <message>
        <source>&amp;Nodes on this computer</source>
        <translation>本机上的节点(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Open the archive</source>
        <translation>打开存档库(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>暂停(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Settings…</source>
        <translation>设置(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Start the nodes</source>
        <translation>启动节点(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>All that was fetched is stored</source>
        <translation>已抓取的内容都已保存</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>存档库</translation>
    </message>
    <message>
        <source>Archives</source>
        <translation>存档库</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Change scope, limits and all else for all nodes</source>
        <translation>为所有节点更改范围、限制及其他设置</translation>
    </message>
    <message>
        <source>Choose addresses and what to capture</source>
        <translation>选择地址和抓取内容</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>正在连接…</translation>
    </message>
    <message>
        <source>Each is a process of its own, with an archive of its own</source>
        <translation>每个节点是一个独立的进程，有自己的存档库</translation>
    </message>
    <message>
        <source>Each node keeps what it fetches under this name</source>
        <translation>每个节点以此名称保存它抓取的内容</translation>
    </message>
    <message>
        <source>Empty: the one in ~/.ray/auth_token of this computer</source>
        <translation>留空：使用本机 ~/.ray/auth_token 中的令牌</translation>
    </message>
    <message>
        <source>Figures of the whole crawl</source>
        <translation>整个抓取的数字</translation>
    </message>
    <message>
        <source>Name of the archives</source>
        <translation>存档库名称</translation>
    </message>
    <message>
        <source>No node has come yet.</source>
        <translation>还没有节点加入。</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Nodes on this computer</source>
        <translation>本机上的节点</translation>
    </message>
    <message>
        <source>Number of nodes</source>
        <translation>节点数</translation>
    </message>
    <message>
        <source>On a cluster</source>
        <translation>在集群上抓取</translation>
    </message>
    <message>
        <source>On a cluster: {where}</source>
        <translation>在集群上抓取：{where}</translation>
    </message>
    <message>
        <source>One crawl on several machines: each host is asked by one node alone, with its delay and robots.txt as ever.</source>
        <translation>由多台机器完成的同一次抓取：每台主机只由一个节点访问，照常遵守间隔和 robots.txt。</translation>
    </message>
    <message>
        <source>Pages {pages} · versions {versions} · errors {errors} · waiting {queued} · {rate}</source>
        <translation>网页 {pages} · 版本 {versions} · 错误 {errors} · 等待 {queued} · {rate}</translation>
    </message>
    <message>
        <source>Reads the archives of the nodes, which lie beside it, as one</source>
        <translation>把位于它旁边的各节点存档库当作一个来读取</translation>
    </message>
    <message>
        <source>Some hosts are on their way to another node.</source>
        <translation>一些主机正在移交给另一个节点。</translation>
    </message>
    <message>
        <source>Stop the crawl of all nodes; it can be gone on with</source>
        <translation>停止所有节点的抓取；以后可以继续</translation>
    </message>
    <message>
        <source>The cluster goes on without</source>
        <translation>集群会继续工作</translation>
    </message>
    <message>
        <source>The cluster was ended.</source>
        <translation>集群已被结束。</translation>
    </message>
    <message>
        <source>They end with this window, and go on another time where they were.</source>
        <translation>它们随此窗口结束，下次从中断处继续。</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>令牌</translation>
    </message>
    <message>
        <source>What all nodes have fetched so far, as one archive</source>
        <translation>所有节点至今抓取的内容，作为一个存档库</translation>
    </message>
    <message>
        <source>What stands in ~/.ray/auth_token where the cluster was started. It is not kept</source>
        <translation>启动集群的机器上 ~/.ray/auth_token 中的内容。不会被保存</translation>
    </message>
    <message>
        <source>What “tianwang cluster start” has said</source>
        <translation>“tianwang cluster start” 给出的地址</translation>
    </message>
    <message>
        <source>{name}: {state}</source>
        <translation>{name}：{state}</translation>
    </message>
</context>
<context>
    <name>ClusterView</name>
    <message>
        <source> · </source>
        <comment>between what is said of groups</comment>
        <translation> · </translation>
    </message>
    <message numerus="yes">
        <source>%Ln group(s)</source>
        <translation>
            <numerusform>%Ln 组</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln in no group</source>
        <translation>
            <numerusform>%Ln 个不属于任何组</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln 个网页</numerusform>
        </translation>
    </message>
    <message>
        <source>Before</source>
        <translation>以前</translation>
    </message>
    <message>
        <source>Example</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>From other groups</source>
        <translation>来自其他组</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>组</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>Groups found</source>
        <translation>发现的分组</translation>
    </message>
    <message>
        <source>In no group</source>
        <translation>不属于任何组</translation>
    </message>
    <message>
        <source>Into other groups</source>
        <translation>转入其他组</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>正在查找…</translation>
    </message>
    <message>
        <source>New pages</source>
        <translation>新网页</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>网页</translation>
    </message>
    <message>
        <source>Pages that are not there any more</source>
        <translation>已不存在的网页</translation>
    </message>
    <message>
        <source>Show all of the map (F)</source>
        <translation>显示整张图 (F)</translation>
    </message>
    <message>
        <source>Stayed</source>
        <translation>留在组内</translation>
    </message>
    <message>
        <source>What became of it</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>as large as before</source>
        <translation>大小不变</translation>
    </message>
    <message>
        <source>compared with: {name}</source>
        <translation>对比：{name}</translation>
    </message>
    <message numerus="yes">
        <source>grew by %Ln page(s)</source>
        <translation>
            <numerusform>增加了 %Ln 个网页</numerusform>
        </translation>
    </message>
    <message>
        <source>is gone</source>
        <translation>已消失</translation>
    </message>
    <message>
        <source>is new</source>
        <translation>新出现</translation>
    </message>
    <message numerus="yes">
        <source>shrank by %Ln page(s)</source>
        <translation>
            <numerusform>减少了 %Ln 个网页</numerusform>
        </translation>
    </message>
    <message>
        <source>{group}: {what}</source>
        <translation>{group}：{what}</translation>
    </message>
    <message>
        <source>ε = {value}</source>
        <translation>ε = {value}</translation>
    </message>
</context>
<context>
    <name>ClustersSection</name>
    <message>
        <source>&amp;Compare with</source>
        <translation>对比(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Forget these groups</source>
        <translation>删除这些分组(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Group pages…</source>
        <translation>网页分组(&amp;G)…</translation>
    </message>
    <message>
        <source>Add a &amp;tag…</source>
        <translation>添加标签(&amp;T)…</translation>
    </message>
    <message>
        <source>Forgotten: {name}</source>
        <translation>已删除：{name}</translation>
    </message>
    <message>
        <source>Grouping pages</source>
        <translation>正在给网页分组</translation>
    </message>
    <message>
        <source>Groups found</source>
        <translation>发现的分组</translation>
    </message>
    <message>
        <source>Pages grouped by what they say or how they are built, without anybody naming the groups</source>
        <translation>按内容或结构自动归到一起的网页，分组无需人工命名</translation>
    </message>
    <message>
        <source>Put into a cate&amp;gory…</source>
        <translation>放入分类(&amp;G)…</translation>
    </message>
    <message>
        <source>Show as a &amp;map</source>
        <translation>显示为图(&amp;M)</translation>
    </message>
</context>
<context>
    <name>CollectionsPanel</name>
    <message>
        <source>One of each: {name}</source>
        <translation>各留一份：{name}</translation>
    </message>
</context>
<context>
    <name>CommonChanges</name>
    <message>
        <source>Double click a page to compare its two versions</source>
        <translation>双击网页可比较它的两个版本</translation>
    </message>
    <message numerus="yes">
        <source>Template of {site}: {change} on %Ln page(s)</source>
        <translation>
            <numerusform>{site} 的模板：{change}，%Ln 个网页</numerusform>
        </translation>
    </message>
    <message>
        <source>What changed alike on many pages</source>
        <translation>许多网页上相同的变化</translation>
    </message>
    <message>
        <source>links or pictures of {text}</source>
        <translation>{text} 的链接或图片</translation>
    </message>
    <message>
        <source>nothing</source>
        <comment>a value that is not there</comment>
        <translation>无</translation>
    </message>
    <message>
        <source>{before} → {after}</source>
        <translation>{before} → {after}</translation>
    </message>
    <message numerus="yes">
        <source>{name}: {before} → {after} on %Ln page(s)</source>
        <translation>
            <numerusform>{name}：{before} → {after}，%Ln 个网页</numerusform>
        </translation>
    </message>
    <message>
        <source>{text} is gone</source>
        <translation>{text} 已消失</translation>
    </message>
    <message>
        <source>{text} is new</source>
        <translation>{text} 为新增</translation>
    </message>
    <message>
        <source>{text} moved</source>
        <translation>{text} 已移动</translation>
    </message>
    <message>
        <source>“{text}”</source>
        <comment>what a page says</comment>
        <translation>“{text}”</translation>
    </message>
</context>
<context>
    <name>ComparePane</name>
    <message numerus="yes">
        <source>%n missing</source>
        <translation>
            <numerusform>缺失 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>The version on this side</source>
        <translation>这一侧显示的版本</translation>
    </message>
    <message>
        <source>Version on side {letter}</source>
        <translation>{letter} 侧的版本</translation>
    </message>
    <message>
        <source>as {n}/{total} · {date}</source>
        <translation>同 {n}/{total} · {date}</translation>
    </message>
    <message>
        <source>{date} – nothing new since version {n} of {total}</source>
        <translation>{date} – 自第 {n} 版（共 {total} 版）起无新内容</translation>
    </message>
    <message>
        <source>{date} – version {n} of {total}</source>
        <translation>{date} – 第 {n} 个版本，共 {total} 个</translation>
    </message>
    <message>
        <source>{n}/{total} · {date}</source>
        <translation>{n}/{total} · {date}</translation>
    </message>
</context>
<context>
    <name>CompareTools</name>
    <message numerus="yes">
        <source>%Ln block(s)</source>
        <translation>
            <numerusform>%Ln 个分块</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln block(s) in the newer version</source>
        <translation>
            <numerusform>较新版本有 %Ln 个分块</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n change(s) of this comparison</source>
        <translation>
            <numerusform>本次比较中有 %n 处</numerusform>
        </translation>
    </message>
    <message>
        <source>Compare what the pages display, as their scripts made it, not what was received</source>
        <translation>比较网页经脚本处理后所显示的内容，而不是收到的内容</translation>
    </message>
    <message>
        <source>From the older version (A) to the newer one (B)</source>
        <translation>从较旧版本 (A) 到较新版本 (B)</translation>
    </message>
    <message>
        <source>How much of the older version is seen</source>
        <translation>显示较旧版本的程度</translation>
    </message>
    <message>
        <source>Of documents the text alone is compared</source>
        <translation>文档只比较文字</translation>
    </message>
    <message>
        <source>Size of the blocks, level {n} of 5: {meaning}</source>
        <translation>分块大小，第 {n} 级（共 5 级）：{meaning}</translation>
    </message>
    <message>
        <source>level {n}</source>
        <translation>第 {n} 级</translation>
    </message>
</context>
<context>
    <name>CompareView</name>
    <message>
        <source>As scripts made it</source>
        <translation>按脚本处理后的样子</translation>
    </message>
    <message>
        <source>Both pages display the same words.</source>
        <translation>两个网页显示的文字相同。</translation>
    </message>
    <message>
        <source>Both pages look the same.</source>
        <translation>两个网页看起来相同。</translation>
    </message>
    <message>
        <source>Both versions are the same, byte for byte, and so is what their frames show.</source>
        <translation>两个版本逐字节相同，框架中显示的内容也相同。</translation>
    </message>
    <message>
        <source>Both versions are the same, byte for byte.</source>
        <translation>两个版本逐字节完全相同。</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>Compare the code</source>
        <translation>比较代码</translation>
    </message>
    <message>
        <source>Compare what is displayed</source>
        <translation>比较所显示的内容</translation>
    </message>
    <message>
        <source>Comparing two versions</source>
        <translation>正在比较两个版本</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>正在比较…</translation>
    </message>
    <message>
        <source>Comparison of two versions</source>
        <translation>两个版本的比较</translation>
    </message>
    <message>
        <source>Pictures are shown side by side; look at them.</source>
        <translation>图片并排显示，请直接对照查看。</translation>
    </message>
    <message>
        <source>The comparison did not work.</source>
        <translation>无法完成比较。</translation>
    </message>
    <message>
        <source>The comparison was cancelled. Choose a version or a size of blocks.</source>
        <translation>比较已取消。请选择版本或分块大小。</translation>
    </message>
    <message>
        <source>The pages are not loaded yet. Look at them side by side first.</source>
        <translation>网页尚未载入。请先并排查看。</translation>
    </message>
    <message>
        <source>The text is the same; only its wrapping or its markup differs.</source>
        <translation>文本相同，只有换行或标记不同。</translation>
    </message>
    <message>
        <source>The text is the same; the files differ in something else.</source>
        <translation>文字相同，文件在其他方面不同。</translation>
    </message>
    <message>
        <source>The two versions differ, but there is no text to compare.</source>
        <translation>两个版本不同，但没有可比较的文本。</translation>
    </message>
    <message>
        <source>The words are the same; how they look differs.</source>
        <translation>文字相同，外观不同。</translation>
    </message>
    <message>
        <source>What the pages display differs only in what always changes.</source>
        <translation>页面显示的内容只在总是变化的部分有所不同。</translation>
    </message>
    <message>
        <source>What these pages display could not be read: they are too large.</source>
        <translation>无法读取这些网页显示的内容：网页太大。</translation>
    </message>
    <message>
        <source>What was received</source>
        <translation>收到的内容</translation>
    </message>
</context>
<context>
    <name>CopiesSection</name>
    <message>
        <source>As far as this archive goes, documents alone</source>
        <translation>仅就本存档的文档而言</translation>
    </message>
    <message>
        <source>Comparing texts</source>
        <translation>正在比较文本</translation>
    </message>
    <message>
        <source>Duplicates</source>
        <translation>重复内容</translation>
    </message>
    <message>
        <source>Every content stands at one address</source>
        <translation>每份内容只在一个地址</translation>
    </message>
    <message>
        <source>Keep &amp;one of each for an export…</source>
        <translation>导出时各留一份(&amp;O)…</translation>
    </message>
    <message>
        <source>Pages that are copies of one another</source>
        <translation>互为副本的网页</translation>
    </message>
    <message>
        <source>Write one page of each group, and leave out its copies</source>
        <translation>每组只写出一个网页，略去其副本</translation>
    </message>
    <message>
        <source>{done} of {total} versions</source>
        <translation>{done} / {total} 个版本</translation>
    </message>
</context>
<context>
    <name>CopyMenu</name>
    <message>
        <source>&amp;BibTeX</source>
        <translation>BibTeX 条目(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Citation</source>
        <translation>引文(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Markdown</source>
        <translation>Markdown 文本(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Text</source>
        <translation>文本(&amp;T)</translation>
    </message>
    <message>
        <source>An entry for LaTeX and reference managers</source>
        <translation>供 LaTeX 和文献管理软件使用的条目</translation>
    </message>
    <message>
        <source>As Chinese journals and universities ask for</source>
        <translation>中文期刊和高校要求的格式</translation>
    </message>
    <message>
        <source>Author, title, site, dates and address, as in a bibliography</source>
        <translation>作者、标题、网站、日期和地址，如参考文献中那样</translation>
    </message>
    <message>
        <source>Citation by &amp;GB/T 7714</source>
        <translation>GB/T 7714 引文(&amp;G)</translation>
    </message>
    <message>
        <source>Copy a&amp;s</source>
        <translation>复制为(&amp;S)</translation>
    </message>
    <message>
        <source>Copying</source>
        <translation>正在复制</translation>
    </message>
    <message>
        <source>The same with its headings, lists, tables and links</source>
        <translation>同上，并保留标题、列表、表格和链接</translation>
    </message>
    <message>
        <source>Title, address and text, without menus and side columns</source>
        <translation>标题、地址和正文，不含菜单和侧栏</translation>
    </message>
</context>
<context>
    <name>Counts</name>
    <message numerus="yes">
        <source>%Ln address(es)</source>
        <translation>
            <numerusform>%Ln 个地址</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln earlier crawl(s)</source>
        <translation>
            <numerusform>更早的 %Ln 次抓取</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln link(s) away from the start</source>
        <translation>
            <numerusform>距起点 %Ln 次链接</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more: type to find them</source>
        <translation>
            <numerusform>还有 %Ln 项：输入文字查找</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln 个网页</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s) answered</source>
        <translation>
            <numerusform>已应答 %Ln 个网页</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s) link to it</source>
        <translation>
            <numerusform>有 %Ln 个网页链接到它</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln redirect(s)</source>
        <translation>
            <numerusform>%Ln 次重定向</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>at most %Ln link(s) away</source>
        <translation>
            <numerusform>最多 %Ln 层链接</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>at most %Ln page(s)</source>
        <translation>
            <numerusform>最多 %Ln 个网页</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>for at most %Ln minute(s)</source>
        <translation>
            <numerusform>最多 %Ln 分钟</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Cover</name>
    <message>
        <source>Loading…</source>
        <translation>正在加载…</translation>
    </message>
</context>
<context>
    <name>CrawlForm</name>
    <message>
        <source>Manners</source>
        <translation>访问礼仪</translation>
    </message>
    <message>
        <source>What to capture</source>
        <translation>采集范围</translation>
    </message>
    <message>
        <source>When to stop</source>
        <translation>停止条件</translation>
    </message>
</context>
<context>
    <name>CrawlPanel</name>
    <message>
        <source>Choose where to begin</source>
        <translation>选择从哪里开始</translation>
    </message>
    <message>
        <source>Here you see how a crawl goes: its speed, its hosts, its queue, and why an address was left out.</source>
        <translation>这里显示抓取的进展：速度、主机、队列，以及某个地址为何未被收录。</translation>
    </message>
    <message>
        <source>New crawl…</source>
        <translation>新建抓取…</translation>
    </message>
    <message>
        <source>No crawl yet</source>
        <translation>尚未抓取</translation>
    </message>
</context>
<context>
    <name>CrawlSheet</name>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>开始(&amp;S)</translation>
    </message>
    <message>
        <source>Addresses to start from</source>
        <translation>抓取的起始地址</translation>
    </message>
    <message>
        <source>Begin to crawl (Ctrl+Enter)</source>
        <translation>开始抓取 (Ctrl+Enter)</translation>
    </message>
    <message>
        <source>Begins when the crawl that runs now has finished.</source>
        <translation>当前抓取完成后开始。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Close without crawling (Esc)</source>
        <translation>关闭而不抓取 (Esc)</translation>
    </message>
    <message>
        <source>Give at least one address to start from.</source>
        <translation>请至少输入一个起始地址。</translation>
    </message>
    <message>
        <source>Goes into the archive {folder}</source>
        <translation>保存到存档库 {folder}</translation>
    </message>
    <message>
        <source>Keep it in the list of saved crawls, without crawling now (Ctrl+S)</source>
        <translation>加入已保存的抓取，暂不开始抓取 (Ctrl+S)</translation>
    </message>
    <message>
        <source>Keep the changes (Ctrl+Enter)</source>
        <translation>保存更改 (Ctrl+Enter)</translation>
    </message>
    <message>
        <source>Name of the crawl</source>
        <translation>抓取的名称</translation>
    </message>
    <message>
        <source>Name, for instance “University news”</source>
        <translation>名称，例如“大学新闻”</translation>
    </message>
    <message>
        <source>New crawl</source>
        <translation>新建抓取</translation>
    </message>
    <message>
        <source>One address a line</source>
        <translation>每行一个地址</translation>
    </message>
    <message>
        <source>Repeat, and keep for later</source>
        <translation>重复与保存</translation>
    </message>
    <message>
        <source>Repeated {timetable}.</source>
        <translation>重复：{timetable}。</translation>
    </message>
    <message>
        <source>Sa&amp;ve for later</source>
        <translation>留待以后(&amp;V)</translation>
    </message>
    <message>
        <source>Saved crawl</source>
        <translation>已保存的抓取</translation>
    </message>
    <message>
        <source>Start from</source>
        <translation>起始地址</translation>
    </message>
    <message>
        <source>Under this name it stands in the list of saved crawls</source>
        <translation>它以此名称列在已保存的抓取中</translation>
    </message>
    <message>
        <source>What to capture</source>
        <translation>采集范围</translation>
    </message>
    <message>
        <source>What will happen</source>
        <translation>执行说明</translation>
    </message>
    <message>
        <source>Within</source>
        <translation>范围</translation>
    </message>
</context>
<context>
    <name>CrawlWords</name>
    <message numerus="yes">
        <source> in %Ln visit(s)</source>
        <translation>
            <numerusform>（后续访问 %Ln 次）</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln change(s)</source>
        <translation>
            <numerusform>变化 %Ln 次</numerusform>
        </translation>
    </message>
    <message>
        <source>Also found as</source>
        <translation>也见于</translation>
    </message>
    <message>
        <source>By the rules</source>
        <translation>所用规则</translation>
    </message>
    <message>
        <source>Canonical address</source>
        <translation>规范地址</translation>
    </message>
    <message>
        <source>Links from the start</source>
        <translation>距起点的链接数</translation>
    </message>
    <message>
        <source>Next visit</source>
        <translation>下次访问</translation>
    </message>
    <message>
        <source>Text of the link</source>
        <translation>链接文字</translation>
    </message>
    <message>
        <source>The crawl started from it</source>
        <translation>抓取由此开始</translation>
    </message>
    <message>
        <source>Why it is here</source>
        <translation>为何在存档库中</translation>
    </message>
    <message>
        <source>Worth a visit</source>
        <translation>值得访问</translation>
    </message>
    <message>
        <source>every {interval} ({learnt})</source>
        <translation>每 {interval}（{learnt}）</translation>
    </message>
    <message>
        <source>visited once: nothing is known of its changes yet</source>
        <translation>只访问过一次，尚不知道它如何变化</translation>
    </message>
    <message>
        <source>{days} days</source>
        <translation>{days} 天</translation>
    </message>
    <message>
        <source>{hours} h</source>
        <comment>hours</comment>
        <translation>{hours} 小时</translation>
    </message>
    <message>
        <source>{url} (no rule changes it)</source>
        <translation>{url}（没有规则会改变它）</translation>
    </message>
</context>
<context>
    <name>DefectDialog</name>
    <message>
        <source>Copy details</source>
        <translation>复制详细信息</translation>
    </message>
    <message>
        <source>Details of the defect</source>
        <translation>缺陷的详细信息</translation>
    </message>
    <message>
        <source>Go on working</source>
        <translation>继续使用</translation>
    </message>
    <message>
        <source>Put the details on the clipboard</source>
        <translation>将详细信息复制到剪贴板</translation>
    </message>
    <message>
        <source>Something went wrong in the program</source>
        <translation>程序出现问题</translation>
    </message>
    <message>
        <source>This is a defect of the program, not a mistake of yours. What was stored is safe. You can go on working; if it happens again, please report the details below.</source>
        <translation>这是程序的缺陷，并非您的操作有误。已保存的内容是安全的。您可以继续使用；如果问题再次出现，请报告下面的详细信息。</translation>
    </message>
</context>
<context>
    <name>DetailsTab</name>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Asked for as</source>
        <translation>请求的地址</translation>
    </message>
    <message>
        <source>Author</source>
        <translation>作者</translation>
    </message>
    <message>
        <source>Candidates for the title</source>
        <translation>标题候选</translation>
    </message>
    <message>
        <source>Capture</source>
        <translation>采集</translation>
    </message>
    <message>
        <source>Confirms version</source>
        <translation>确认的版本</translation>
    </message>
    <message>
        <source>Copy all details as plain text</source>
        <translation>将全部详细信息复制为纯文本</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>复制为文本</translation>
    </message>
    <message>
        <source>Crawl</source>
        <translation>抓取</translation>
    </message>
    <message>
        <source>Crawling</source>
        <translation>抓取</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>Details of this version</source>
        <translation>此版本的详细信息</translation>
    </message>
    <message>
        <source>Digest of the content</source>
        <translation>内容摘要值</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>First byte</source>
        <translation>首字节位置</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>HTTP answer</source>
        <translation>HTTP 响应</translation>
    </message>
    <message>
        <source>Identifier</source>
        <translation>标识符</translation>
    </message>
    <message>
        <source>It has no title of its own. Pages that say this in a link to it: {pages} of {of}.</source>
        <translation>它没有自己的标题。在指向它的链接中这样写的页面：{of} 个中的 {pages} 个。</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Kind of page</source>
        <translation>页面种类</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Last byte</source>
        <translation>末字节位置</translation>
    </message>
    <message>
        <source>Length of the record</source>
        <translation>记录长度</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>链接</translation>
    </message>
    <message>
        <source>Links to this page</source>
        <translation>指向此页的链接</translation>
    </message>
    <message>
        <source>Media type</source>
        <translation>媒体类型</translation>
    </message>
    <message>
        <source>Official document</source>
        <translation>公文</translation>
    </message>
    <message>
        <source>Place in the archive</source>
        <translation>在存档库中的位置</translation>
    </message>
    <message>
        <source>Posts</source>
        <translation>帖子</translation>
    </message>
    <message>
        <source>Product</source>
        <translation>商品</translation>
    </message>
    <message>
        <source>Re-extract</source>
        <translation>重新提取</translation>
    </message>
    <message>
        <source>Read the documents of this kind again if an older version of the program has read them</source>
        <translation>如果此类文档是由旧版程序读取的，就重新读取</translation>
    </message>
    <message>
        <source>Reading the record…</source>
        <translation>正在读取记录…</translation>
    </message>
    <message>
        <source>Record header</source>
        <translation>记录头</translation>
    </message>
    <message>
        <source>Server (IP)</source>
        <translation>服务器 (IP)</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Status line</source>
        <translation>状态行</translation>
    </message>
    <message>
        <source>The details could not be read.</source>
        <translation>无法读取详细信息。</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Title taken from</source>
        <translation>标题来源</translation>
    </message>
    <message>
        <source>Warnings</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>What it says of itself</source>
        <translation>文档自述</translation>
    </message>
    <message>
        <source>Why this title</source>
        <translation>为何是此标题</translation>
    </message>
    <message>
        <source>version (its content was new)</source>
        <translation>版本（内容是新的）</translation>
    </message>
    <message>
        <source>visit (nothing was new)</source>
        <translation>重访（内容没有变化）</translation>
    </message>
</context>
<context>
    <name>Divider</name>
    <message>
        <source>Divider between the two versions</source>
        <translation>两个版本之间的分隔线</translation>
    </message>
    <message>
        <source>Left of it the older version, right of it the newer; drag it, or use the arrow keys</source>
        <translation>左边是较旧版本，右边是较新版本；可拖动，也可用方向键移动</translation>
    </message>
</context>
<context>
    <name>DocumentCard</name>
    <message>
        <source>Archived</source>
        <translation>存档时间</translation>
    </message>
    <message>
        <source>Drag this into a folder or another program to copy the document there</source>
        <translation>拖到文件夹或其他程序中，即可把文档复制过去</translation>
    </message>
    <message>
        <source>Let LibreOffice lay the document out, and show its pages here</source>
        <translation>由 LibreOffice 排版文档，并在这里显示各页</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>注意</translation>
    </message>
    <message>
        <source>Open a copy in the program that this computer has for it</source>
        <translation>用本机的相应程序打开一份副本</translation>
    </message>
    <message>
        <source>Open in another program</source>
        <translation>用其他程序打开</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>播放</translation>
    </message>
    <message>
        <source>Play it here, out of the archive</source>
        <translation>从存档库中在此播放</translation>
    </message>
    <message>
        <source>Read the text of this document</source>
        <translation>阅读此文档的文本</translation>
    </message>
    <message>
        <source>Reading the document…</source>
        <translation>正在读取文档…</translation>
    </message>
    <message>
        <source>Save original…</source>
        <translation>保存原始文件…</translation>
    </message>
    <message>
        <source>Save the document as it was received</source>
        <translation>按收到时的原样保存文档</translation>
    </message>
    <message>
        <source>Show as it looks</source>
        <translation>按原样显示</translation>
    </message>
    <message>
        <source>Show text</source>
        <translation>显示文本</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
</context>
<context>
    <name>DocumentExtras</name>
    <message numerus="yes">
        <source>%Ln file(s) inside</source>
        <translation>
            <numerusform>内含 %Ln 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>Files inside</source>
        <translation>内含的文件</translation>
    </message>
    <message>
        <source>Key frames</source>
        <translation>关键帧</translation>
    </message>
    <message>
        <source>Lyrics</source>
        <translation>歌词</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>图片</translation>
    </message>
</context>
<context>
    <name>DocumentOptions</name>
    <message>
        <source>A list of all files (manifest) with addresses and digests is written beside them.</source>
        <translation>旁边会写一份清单，列出所有文件及其网址和摘要。</translation>
    </message>
    <message>
        <source>Day it was captured</source>
        <translation>采集日期</translation>
    </message>
    <message>
        <source>Documents with the same content</source>
        <translation>内容相同的文档</translation>
    </message>
    <message>
        <source>Example: {pattern}</source>
        <translation>示例：{pattern}</translation>
    </message>
    <message>
        <source>Fields</source>
        <translation>字段</translation>
    </message>
    <message>
        <source>File names</source>
        <translation>文件名</translation>
    </message>
    <message>
        <source>Folders of its address</source>
        <translation>网址中的文件夹</translation>
    </message>
    <message>
        <source>For example: {name}</source>
        <translation>例如：{name}</translation>
    </message>
    <message>
        <source>Host of its address</source>
        <translation>网址中的主机</translation>
    </message>
    <message>
        <source>Its author</source>
        <translation>作者</translation>
    </message>
    <message>
        <source>Its language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Like the site: folders and names of its addresses</source>
        <translation>与网站一致：按网址中的文件夹和名称</translation>
    </message>
    <message>
        <source>Number of the capture</source>
        <translation>采集编号</translation>
    </message>
    <message>
        <source>Of web pages only the main text</source>
        <translation>网页只取正文</translation>
    </message>
    <message>
        <source>One file with a row for each document.</source>
        <translation>一个文件，每个文档一行。</translation>
    </message>
    <message>
        <source>Pattern for file names</source>
        <translation>文件名模板</translation>
    </message>
    <message>
        <source>Time it was captured</source>
        <translation>采集时间</translation>
    </message>
    <message>
        <source>Title of the document</source>
        <translation>文档标题</translation>
    </message>
    <message>
        <source>What kind of document it is</source>
        <translation>文档类型</translation>
    </message>
    <message>
        <source>What the name of a file can be made of, and some examples</source>
        <translation>文件名可用的内容，以及一些示例</translation>
    </message>
    <message>
        <source>Which version of the page it is</source>
        <translation>网页的第几个版本</translation>
    </message>
    <message>
        <source>Who issued it (official documents)</source>
        <translation>发文机关（公文）</translation>
    </message>
    <message>
        <source>Without menus, side columns and what stands on every page</source>
        <translation>不含菜单、侧栏和每页都有的内容</translation>
    </message>
    <message>
        <source>Write every page, those with the same content too</source>
        <translation>每个网页都写出，内容相同的也写</translation>
    </message>
    <message>
        <source>Write nearly the same text only once</source>
        <translation>几乎相同的文字只写一次</translation>
    </message>
    <message>
        <source>Write the same content only once</source>
        <translation>相同内容只写一次</translation>
    </message>
    <message>
        <source>Year of the document</source>
        <translation>文档年份</translation>
    </message>
</context>
<context>
    <name>DuplicatesModel</name>
    <message>
        <source>Addresses</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Bytes beyond the first copy</source>
        <translation>除第一份之外的字节数</translation>
    </message>
    <message>
        <source>Content</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>How many addresses have this content</source>
        <translation>有多少个地址具有此内容</translation>
    </message>
    <message>
        <source>Repeated</source>
        <translation>重复大小</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Size of the content</source>
        <translation>内容的大小</translation>
    </message>
    <message>
        <source>Title, or the name in the first address</source>
        <translation>标题，或第一个地址中的名称</translation>
    </message>
</context>
<context>
    <name>DuplicatesView</name>
    <message numerus="yes">
        <source>%Ln content(s) at several addresses;</source>
        <translation>
            <numerusform>%Ln 项内容有多个地址；</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Documents only</source>
        <translation>仅文档(&amp;D)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>Contents and their addresses</source>
        <translation>内容及其地址</translation>
    </message>
    <message>
        <source>Duplicates</source>
        <translation>重复内容</translation>
    </message>
    <message>
        <source>Every content stands at one address, as far as this archive goes.</source>
        <translation>此存档库中每项内容都只有一个地址。</translation>
    </message>
    <message>
        <source>Leave out images, style sheets and scripts</source>
        <translation>不包括图片、样式表和脚本</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>重新查找</translation>
    </message>
    <message>
        <source>Look through the archive once more</source>
        <translation>再次查找整个存档库</translation>
    </message>
    <message>
        <source>Looking for duplicates…</source>
        <translation>正在查找重复内容…</translation>
    </message>
    <message>
        <source>No duplicates</source>
        <translation>没有重复内容</translation>
    </message>
    <message>
        <source>Only those that repeat most are listed.</source>
        <translation>只列出重复最多的内容。</translation>
    </message>
    <message>
        <source>Stop looking</source>
        <translation>停止查找</translation>
    </message>
    <message>
        <source>The archive could not be read.</source>
        <translation>无法读取存档库。</translation>
    </message>
    <message>
        <source>The same content at several addresses.</source>
        <translation>多个地址的内容相同。</translation>
    </message>
    <message>
        <source>{size} beyond the first copies.</source>
        <translation>除第一份之外共 {size}。</translation>
    </message>
</context>
<context>
    <name>ElsewhereLine</name>
    <message numerus="yes">
        <source>%Ln capture(s) taken in.</source>
        <translation>
            <numerusform>已存入 %Ln 个抓取。</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Compare with ours</source>
        <translation>与本地比较(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Show</source>
        <translation>显示(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Take in</source>
        <translation>存入(&amp;T)</translation>
    </message>
    <message>
        <source>All in “Captures elsewhere”…</source>
        <translation>在“远程抓取”中列出全部…</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>重新查询</translation>
    </message>
    <message>
        <source>Asking {name}</source>
        <translation>正在查询 {name}</translation>
    </message>
    <message>
        <source>Captures elsewhere…</source>
        <translation>远程抓取…</translation>
    </message>
    <message>
        <source>Show captures of “{name}”</source>
        <translation>显示“{name}”的抓取</translation>
    </message>
    <message numerus="yes">
        <source>Take in all %Ln of “{name}”</source>
        <translation>
            <numerusform>存入“{name}”的全部 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Taking in from {name}</source>
        <translation>正在从 {name} 存入</translation>
    </message>
    <message>
        <source>With the version on screen, of {date}</source>
        <translation>与当前显示的 {date} 版本比较</translation>
    </message>
    <message>
        <source>same content as ours of {date}</source>
        <translation>内容与本地 {date} 的版本相同</translation>
    </message>
    <message>
        <source>{address}
Is asked for each page that you look at in this archive, until you turn it off</source>
        <translation>{address}
在关闭之前，您在此存档库中看的每个网页都会向它查询</translation>
    </message>
    <message>
        <source>“{name}”, {date}</source>
        <translation>“{name}”，{date}</translation>
    </message>
</context>
<context>
    <name>ElsewhereView</name>
    <message numerus="yes">
        <source>%Ln capture(s) taken in.</source>
        <translation>
            <numerusform>已存入 %Ln 个抓取。</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Ask</source>
        <translation>查询(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Take in</source>
        <translation>存入(&amp;T)</translation>
    </message>
    <message>
        <source>A&amp;dd</source>
        <translation>添加(&amp;D)</translation>
    </message>
    <message>
        <source>Add the Wayback Machine, a pywb, or another Tianwang Explorer above.</source>
        <translation>请在上方添加 Wayback Machine、pywb 或另一个天网浏览器。</translation>
    </message>
    <message>
        <source>Address, such as https://web.archive.org/web/</source>
        <translation>地址，例如 https://web.archive.org/web/</translation>
    </message>
    <message>
        <source>Archive elsewhere</source>
        <translation>远程存档</translation>
    </message>
    <message>
        <source>Ask the archive elsewhere for its captures of this page</source>
        <translation>查询远程存档对此网页的抓取</translation>
    </message>
    <message>
        <source>Asking {name}</source>
        <translation>正在查询 {name}</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>Captures elsewhere and here</source>
        <translation>远程与本地的抓取</translation>
    </message>
    <message>
        <source>Captures elsewhere: {address}</source>
        <translation>远程抓取：{address}</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>Forget this archive elsewhere</source>
        <translation>不再记住此远程存档</translation>
    </message>
    <message>
        <source>Here</source>
        <translation>本地</translation>
    </message>
    <message>
        <source>Keep this archive elsewhere by its name</source>
        <translation>以此名称记住该远程存档</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>No archive elsewhere is known yet.</source>
        <translation>还没有远程存档。</translation>
    </message>
    <message>
        <source>No archive elsewhere yet</source>
        <translation>还没有远程存档</translation>
    </message>
    <message>
        <source>Nothing is asked before you say so.</source>
        <translation>在您要求之前不会查询。</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Stop asking</source>
        <translation>停止查询</translation>
    </message>
    <message>
        <source>Store the selected captures, or all that are not here, with their original time</source>
        <translation>按原来的时间存入所选抓取；未选则存入本地没有的全部抓取</translation>
    </message>
    <message>
        <source>Taking in from {name}</source>
        <translation>正在从 {name} 存入</translation>
    </message>
    <message>
        <source>The archive elsewhere gave nothing.</source>
        <translation>远程存档没有给出内容。</translation>
    </message>
    <message>
        <source>The archive elsewhere that is asked</source>
        <translation>要查询的远程存档</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>What stands before the time in the addresses of its pages; or “wayback”. Enter adds it.</source>
        <translation>其网页地址中时间之前的部分；或“wayback”。按回车添加。</translation>
    </message>
    <message>
        <source>What you call the archive elsewhere</source>
        <translation>您给远程存档起的名称</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>has it</source>
        <translation>已有</translation>
    </message>
    <message>
        <source>same content as on {date}</source>
        <translation>内容与 {date} 相同</translation>
    </message>
    <message>
        <source>this archive</source>
        <translation>此存档库</translation>
    </message>
    <message>
        <source>{there} there, {new} of them of moments that are not here</source>
        <translation>远程有 {there} 个，其中 {new} 个的时刻本地没有</translation>
    </message>
    <message>
        <source>“Ask” lists its captures of this page.</source>
        <translation>“查询”列出它对此网页的抓取。</translation>
    </message>
    <message>
        <source>“{name}” has no capture of this page.</source>
        <translation>“{name}”没有此网页的抓取。</translation>
    </message>
</context>
<context>
    <name>EncodingMenu</name>
    <message>
        <source>&amp;Automatic</source>
        <translation>自动(&amp;A)</translation>
    </message>
    <message>
        <source>A choice is for all versions of the page, unless this is ticked</source>
        <translation>不勾选时，所选编码用于该页面的所有版本</translation>
    </message>
    <message>
        <source>As the page declares it, or as it is found out</source>
        <translation>按页面的声明，或按识别的结果</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>E&amp;ncoding</source>
        <translation>编码(&amp;N)</translation>
    </message>
    <message>
        <source>Encoding: {name}</source>
        <translation>编码：{name}</translation>
    </message>
    <message>
        <source>For this &amp;version alone</source>
        <translation>仅用于此版本(&amp;V)</translation>
    </message>
    <message>
        <source>Reading the page again</source>
        <translation>正在重新读取页面</translation>
    </message>
    <message>
        <source>The archive is being written to. Wait until that has finished.</source>
        <translation>正在写入存档库。请等它完成。</translation>
    </message>
</context>
<context>
    <name>Enlarged</name>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭（Esc）</translation>
    </message>
    <message>
        <source>Next picture (Right)</source>
        <translation>下一张（→）</translation>
    </message>
    <message>
        <source>Picture before (Left)</source>
        <translation>上一张（←）</translation>
    </message>
    <message>
        <source>{n} of {total}</source>
        <translation>第 {n} 张，共 {total} 张</translation>
    </message>
</context>
<context>
    <name>EventDelegate</name>
    <message>
        <source>Looking for where on the page it was…</source>
        <translation>正在查找它在网页上的位置…</translation>
    </message>
</context>
<context>
    <name>EventsList</name>
    <message>
        <source>Changes that were found</source>
        <translation>找到的变化</translation>
    </message>
    <message>
        <source>Compare the two versions</source>
        <translation>比较两个版本</translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation>复制网址</translation>
    </message>
    <message>
        <source>Open the version after</source>
        <translation>打开变化之后的版本</translation>
    </message>
    <message>
        <source>Open the version before</source>
        <translation>打开变化之前的版本</translation>
    </message>
</context>
<context>
    <name>EventsModel</name>
    <message>
        <source>New</source>
        <translation>新</translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message numerus="yes">
        <source>%Ln capture(s) written to {folder} ({size}).</source>
        <translation>
            <numerusform>已将 %Ln 次采集写入 {folder}（{size}）。</numerusform>
        </translation>
    </message>
    <message>
        <source>All versions</source>
        <translation>全部版本</translation>
    </message>
    <message>
        <source>All versions, and visits that found nothing new</source>
        <translation>全部版本，以及没有新内容的重访</translation>
    </message>
    <message>
        <source>Choose the folder to write to</source>
        <translation>选择目标文件夹</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Export as it was on {day}</source>
        <translation>导出 {day} 的样子</translation>
    </message>
    <message>
        <source>Files that are there already are kept; new ones get another name.</source>
        <translation>已有的文件会保留，新文件将另行命名。</translation>
    </message>
    <message>
        <source>Folder to write to</source>
        <translation>目标文件夹</translation>
    </message>
    <message>
        <source>Give the whole path of a folder.</source>
        <translation>请输入文件夹的完整路径。</translation>
    </message>
    <message>
        <source>How</source>
        <translation>方式</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Pictures and styles of a page come along only when its folder or site is exported.</source>
        <translation>只有导出所在文件夹或网站时，网页的图片和样式才会一并导出。</translation>
    </message>
    <message>
        <source>Selection</source>
        <translation>选中的内容</translation>
    </message>
    <message>
        <source>The folder will be made.</source>
        <translation>将创建此文件夹。</translation>
    </message>
    <message>
        <source>The newest version of each page</source>
        <translation>每个网页的最新版本</translation>
    </message>
    <message>
        <source>The versions in which it was found, and of everything these pages need to be shown the version nearest in time.</source>
        <translation>找到所搜内容的各个版本，以及显示这些网页所需的一切，各取时间上最接近的版本。</translation>
    </message>
    <message>
        <source>There is nothing to export here.</source>
        <translation>没有可导出的内容。</translation>
    </message>
    <message>
        <source>This folder belongs to the archive. Choose one outside it.</source>
        <translation>此文件夹属于存档库，请选择存档库之外的文件夹。</translation>
    </message>
    <message>
        <source>This is a file, not a folder.</source>
        <translation>这是文件，不是文件夹。</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Where to</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Which versions</source>
        <translation>导出哪些版本</translation>
    </message>
    <message>
        <source>Whoever gets the files can read them</source>
        <translation>得到这些文件的人都能看到</translation>
    </message>
    <message>
        <source>With my stars, tags and notes on these pages</source>
        <translation>附带我在这些页面上的星标、标签和笔记</translation>
    </message>
    <message>
        <source>Write the files</source>
        <translation>写入文件</translation>
    </message>
    <message numerus="yes">
        <source>{what} – %Ln document(s)</source>
        <translation>
            <numerusform>{what} – %Ln 个文档</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ExportResult</name>
    <message numerus="yes">
        <source>%Ln document(s) could not be exported.</source>
        <translation>
            <numerusform>有 %Ln 个文档无法导出。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) had the same content as others.</source>
        <translation>
            <numerusform>有 %Ln 个文档与其他文档内容相同。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) written to {folder} ({size}).</source>
        <translation>
            <numerusform>已将 %Ln 个文件写入 {folder}（{size}）。</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Open folder</source>
        <translation>打开文件夹(&amp;O)</translation>
    </message>
    <message>
        <source>All these files together</source>
        <translation>这些文件的总大小</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Documents that could not be written</source>
        <translation>无法写出的文档</translation>
    </message>
    <message>
        <source>Documents whose content was written already</source>
        <translation>内容已写出过的文档</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Files that were written, the list of them apart</source>
        <translation>写出的文件，不含清单</translation>
    </message>
    <message>
        <source>It was called off before its end.</source>
        <translation>导出在完成前被取消。</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>略去</translation>
    </message>
    <message>
        <source>Open the list of all files</source>
        <translation>打开所有文件的清单</translation>
    </message>
    <message>
        <source>Same content</source>
        <translation>内容相同</translation>
    </message>
    <message>
        <source>Show the &amp;list</source>
        <translation>显示清单(&amp;L)</translation>
    </message>
    <message>
        <source>Show the files</source>
        <translation>显示这些文件</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>The list says which file is which page, with digests.</source>
        <translation>清单说明每个文件对应哪个网页，并附摘要。</translation>
    </message>
    <message>
        <source>What was exported</source>
        <translation>导出结果</translation>
    </message>
    <message>
        <source>What was left out, and why</source>
        <translation>略去了什么，为什么</translation>
    </message>
</context>
<context>
    <name>ExportSheet</name>
    <message numerus="yes">
        <source>%Ln capture(s) could not be read.</source>
        <translation>
            <numerusform>%Ln 次采集无法读取。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln capture(s) got a new HTTP head that other programs can read.</source>
        <translation>
            <numerusform>%Ln 次采集换上了其他程序能够读取的 HTTP 头。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln capture(s) written to {folder} ({size}).</source>
        <translation>
            <numerusform>已将 %Ln 次采集写入 {folder}（{size}）。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln visit(s) that found nothing new have no place in this format.</source>
        <translation>
            <numerusform>此格式无法容纳 %Ln 次没有新内容的重访。</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Open folder</source>
        <translation>打开文件夹(&amp;O)</translation>
    </message>
    <message>
        <source>All these files together</source>
        <translation>这些文件的总大小</translation>
    </message>
    <message>
        <source>Captures</source>
        <translation>采集</translation>
    </message>
    <message>
        <source>Captures that are in them</source>
        <translation>其中包含的采集</translation>
    </message>
    <message>
        <source>Captures that could not be read, or that have no place there</source>
        <translation>无法读取或此格式无法容纳的采集</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Files that were written</source>
        <translation>已写入的文件</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>略过</translation>
    </message>
    <message>
        <source>Nothing was written: there was no capture of this kind.</source>
        <translation>未写入任何内容：没有符合条件的采集。</translation>
    </message>
    <message>
        <source>Sa&amp;ve report…</source>
        <translation>保存报告(&amp;V)…</translation>
    </message>
    <message>
        <source>Show the files</source>
        <translation>查看文件</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>What could not be carried, or was changed</source>
        <translation>无法带出或有改动的内容</translation>
    </message>
    <message>
        <source>What was exported</source>
        <translation>导出结果</translation>
    </message>
    <message>
        <source>Write this report to a file</source>
        <translation>把这份报告写入文件</translation>
    </message>
    <message>
        <source>export</source>
        <comment>part of a file name</comment>
        <translation>导出</translation>
    </message>
</context>
<context>
    <name>FacetChips</name>
    <message>
        <source>Clear all</source>
        <translation>全部清除</translation>
    </message>
    <message>
        <source>Show everything again</source>
        <translation>重新显示全部</translation>
    </message>
    <message>
        <source>What the tree is narrowed to</source>
        <translation>当前筛选条件</translation>
    </message>
</context>
<context>
    <name>FacetCounts</name>
    <message>
        <source>Category</source>
        <translation>分类</translation>
    </message>
    <message>
        <source>In the block</source>
        <translation>所在区块</translation>
    </message>
    <message>
        <source>Narrow what was found</source>
        <translation>缩小结果范围</translation>
    </message>
    <message>
        <source>Rank by links</source>
        <translation>链接等级</translation>
    </message>
    <message>
        <source>Site</source>
        <translation>站点</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>The page itself</source>
        <translation>网页本身</translation>
    </message>
    <message>
        <source>is back</source>
        <translation>重新出现</translation>
    </message>
    <message>
        <source>is gone</source>
        <translation>已消失</translation>
    </message>
    <message>
        <source>is new</source>
        <translation>新出现</translation>
    </message>
    <message>
        <source>stayed</source>
        <translation>前后都在</translation>
    </message>
    <message>
        <source>{value}: {count}</source>
        <translation>{value}：{count}</translation>
    </message>
    <message>
        <source>{value}: {count}, chosen</source>
        <translation>{value}：{count}，已选</translation>
    </message>
</context>
<context>
    <name>FacetPopup</name>
    <message>
        <source>A part of a language, an author, an issuer</source>
        <translation>语言、作者或发文机关的一部分</translation>
    </message>
    <message>
        <source>Back to the tree (Esc)</source>
        <translation>回到树（Esc）</translation>
    </message>
    <message>
        <source>Clear all</source>
        <translation>全部清除</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Counting…</source>
        <translation>正在统计…</translation>
    </message>
    <message>
        <source>Look for a value</source>
        <translation>查找取值</translation>
    </message>
    <message>
        <source>No value contains these words.</source>
        <translation>没有取值包含这些字。</translation>
    </message>
    <message>
        <source>Show everything again</source>
        <translation>重新显示全部</translation>
    </message>
    <message>
        <source>There is nothing to choose from: the archive holds no pages.</source>
        <translation>没有可供选择的取值：存档库中没有网页。</translation>
    </message>
    <message>
        <source>Values to choose from</source>
        <translation>可选的取值</translation>
    </message>
</context>
<context>
    <name>FieldChart</name>
    <message>
        <source>Values over the versions</source>
        <translation>各版本的值</translation>
    </message>
</context>
<context>
    <name>FieldsFeeder</name>
    <message>
        <source>Looking for fields</source>
        <translation>正在查找字段</translation>
    </message>
    <message>
        <source>{done} of {total} versions</source>
        <translation>{total} 个版本中的 {done} 个</translation>
    </message>
</context>
<context>
    <name>FieldsModel</name>
    <message>
        <source>Page</source>
        <translation>网页</translation>
    </message>
</context>
<context>
    <name>FieldsView</name>
    <message>
        <source>As of</source>
        <translation>截至</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>更改…</translation>
    </message>
    <message>
        <source>Define a field…</source>
        <translation>定义字段…</translation>
    </message>
    <message>
        <source>Double click opens the first version with it</source>
        <translation>双击打开最早有此值的版本</translation>
    </message>
    <message>
        <source>Everywhere</source>
        <translation>所有网页</translation>
    </message>
    <message>
        <source>Export fields</source>
        <translation>导出字段</translation>
    </message>
    <message>
        <source>Exporting fields</source>
        <translation>正在导出字段</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Fields</source>
        <translation>字段</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Find them again</source>
        <translation>重新找到它们</translation>
    </message>
    <message>
        <source>History of the value</source>
        <translation>值的历史</translation>
    </message>
    <message>
        <source>Look where the old values stand on the new pages, and find them there, too</source>
        <translation>查看旧值在新网页上的位置，并从那里也能找到它们</translation>
    </message>
    <message>
        <source>Looking for fields</source>
        <translation>正在查找字段</translation>
    </message>
    <message>
        <source>New field…</source>
        <translation>新建字段…</translation>
    </message>
    <message>
        <source>No fields yet</source>
        <translation>还没有字段</translation>
    </message>
    <message>
        <source>Only pages with this in title, address or values</source>
        <translation>只显示标题、地址或值中含有此内容的网页</translation>
    </message>
    <message>
        <source>Pages and their fields</source>
        <translation>网页及其字段</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Right-click a price, a date or a name on a page and choose “Teach a field…”: it is found on all pages like it, in every version.</source>
        <translation>在网页上右键单击价格、日期或名称，选择“教一个字段…”：所有类似网页的每个版本都会找到它。</translation>
    </message>
    <message>
        <source>Say yourself how a value is found</source>
        <translation>自己说明如何找到值</translation>
    </message>
    <message>
        <source>Say yourself how its value is found</source>
        <translation>自己说明如何找到它的值</translation>
    </message>
    <message>
        <source>The fields could not be read.</source>
        <translation>无法读取字段。</translation>
    </message>
    <message>
        <source>The table is in {path}.</source>
        <translation>表格已写入 {path}。</translation>
    </message>
    <message>
        <source>The values as they stood at a moment</source>
        <translation>某一时刻的值</translation>
    </message>
    <message>
        <source>The values as they stood at this moment</source>
        <translation>这一时刻的值</translation>
    </message>
    <message>
        <source>Write the table as CSV or JSON</source>
        <translation>把表格写成 CSV 或 JSON</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>“{name}” is found again on {matched} of {pages} pages.</source>
        <translation>“{name}”在 {pages} 个网页中的 {matched} 个上重新找到。</translation>
    </message>
    <message>
        <source>“{name}” matches no longer on {lost} of {changed} changed pages.</source>
        <translation>“{name}”在 {changed} 个变更网页中的 {lost} 个上不再匹配。</translation>
    </message>
    <message>
        <source>“{name}” was removed.</source>
        <translation>“{name}”已移除。</translation>
    </message>
    <message>
        <source>“{name}”: no page says the old value any more; choose what is right.</source>
        <translation>“{name}”：没有网页再写着旧值；请选择正确的。</translation>
    </message>
    <message>
        <source>“{name}”: the new pages have nothing in common that could be it.</source>
        <translation>“{name}”：新网页没有可能是它的共同之处。</translation>
    </message>
</context>
<context>
    <name>Files</name>
    <message>
        <source>Copying files</source>
        <translation>正在复制文件</translation>
    </message>
</context>
<context>
    <name>Filmstrip</name>
    <message>
        <source>Pictures of the film</source>
        <translation>视频画面</translation>
    </message>
    <message>
        <source>{about}: click to see it large</source>
        <translation>{about}：点按放大</translation>
    </message>
</context>
<context>
    <name>FilterBar</name>
    <message>
        <source>A part of the title or the address</source>
        <translation>标题或地址的一部分</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Filter by title or address</source>
        <translation>按标题或地址筛选</translation>
    </message>
    <message>
        <source>Filter the pages of the report</source>
        <translation>筛选报告中的网页</translation>
    </message>
    <message>
        <source>Write this report as a web page, a table or data for programs</source>
        <translation>把此报告写成网页、表格或供程序使用的数据</translation>
    </message>
    <message>
        <source>{what}. Click to show or hide them.</source>
        <translation>{what}。点击以显示或隐藏。</translation>
    </message>
</context>
<context>
    <name>FindStrip</name>
    <message>
        <source>Close the find bar (Esc)</source>
        <translation>关闭查找栏 (Esc)</translation>
    </message>
    <message>
        <source>Enter goes to the next hit, Shift+Enter to the one before</source>
        <translation>按 Enter 转到下一处匹配，按 Shift+Enter 转到上一处</translation>
    </message>
    <message>
        <source>Exactly as typed: upper and lower case, accents, and the way Chinese is written count</source>
        <translation>与输入完全一致：区分大小写、重音符号和简繁体</translation>
    </message>
    <message>
        <source>Find in this text</source>
        <translation>在文本中查找</translation>
    </message>
    <message>
        <source>Next hit (Enter)</source>
        <translation>下一处匹配 (Enter)</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>Previous hit (Shift+Enter)</source>
        <translation>上一处匹配 (Shift+Enter)</translation>
    </message>
    <message>
        <source>{n} of {total}</source>
        <translation>{n} / {total}</translation>
    </message>
</context>
<context>
    <name>FindingsModel</name>
    <message numerus="yes">
        <source>%Ln record(s)</source>
        <translation>
            <numerusform>%Ln 条记录</numerusform>
        </translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>From byte</source>
        <translation>起始字节</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>To byte</source>
        <translation>结束字节</translation>
    </message>
    <message>
        <source>What</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
</context>
<context>
    <name>FormatCards</name>
    <message>
        <source>Archives, for other programs</source>
        <translation>存档格式，供其他程序使用</translation>
    </message>
    <message>
        <source>Byte for byte what the server sent.</source>
        <translation>与服务器发送的内容逐字节一致。</translation>
    </message>
    <message>
        <source>Clean web page</source>
        <translation>简洁网页</translation>
    </message>
    <message>
        <source>Data (JSON)</source>
        <translation>数据 (JSON)</translation>
    </message>
    <message>
        <source>Documents, for reading and working with</source>
        <translation>文档格式，供阅读和处理</translation>
    </message>
    <message>
        <source>Headings and tables, for notes.</source>
        <translation>带标题和表格，适合做笔记。</translation>
    </message>
    <message>
        <source>Made for reading, opens in every browser.</source>
        <translation>便于阅读，可在任何浏览器中打开。</translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation>Markdown</translation>
    </message>
    <message>
        <source>One file to send and to open in ReplayWeb.page.</source>
        <translation>单个文件，便于发送，可在 ReplayWeb.page 中打开。</translation>
    </message>
    <message>
        <source>One row a document, with dates.</source>
        <translation>每个文档一行，含日期。</translation>
    </message>
    <message>
        <source>Only a list of the captures, for other tools.</source>
        <translation>只有采集清单，供其他工具使用。</translation>
    </message>
    <message>
        <source>Original</source>
        <translation>原始文件</translation>
    </message>
    <message>
        <source>Plain records, readable with an editor.</source>
        <translation>普通记录，用编辑器即可阅读。</translation>
    </message>
    <message>
        <source>References for papers and theses.</source>
        <translation>论文用的参考文献。</translation>
    </message>
    <message>
        <source>Table (CSV)</source>
        <translation>表格 (CSV)</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>The bare words, to read and count.</source>
        <translation>纯文字，便于阅读和统计。</translation>
    </message>
    <message>
        <source>The same list for other programs.</source>
        <translation>同样的列表，供其他程序使用。</translation>
    </message>
    <message>
        <source>Tianwang files</source>
        <translation>天网文件</translation>
    </message>
    <message>
        <source>To go on writing in an office program.</source>
        <translation>可在办公软件中继续编辑。</translation>
    </message>
    <message>
        <source>What libraries and other web archives exchange.</source>
        <translation>图书馆和其他网页存档机构通用的交换格式。</translation>
    </message>
    <message>
        <source>Word document</source>
        <translation>Word 文档</translation>
    </message>
</context>
<context>
    <name>Group</name>
    <message numerus="yes">
        <source>%Ln changed</source>
        <translation>
            <numerusform>已更改 %Ln 项</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GroupDialog</name>
    <message>
        <source>&amp;Compare with:</source>
        <translation>对比(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Groups:</source>
        <translation>组数(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;How:</source>
        <translation>方式(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Pages:</source>
        <translation>网页(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Smallest group:</source>
        <translation>最小的组(&amp;S)</translation>
    </message>
    <message>
        <source>All, in their newest version</source>
        <translation>全部网页的最新版本</translation>
    </message>
    <message>
        <source>As before, but groups may be loose or dense (HDBSCAN).</source>
        <translation>同上，但组可疏可密（HDBSCAN）。</translation>
    </message>
    <message>
        <source>As fits</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>As many as fit</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Built alike</source>
        <translation>结构相同</translation>
    </message>
    <message>
        <source>By topic</source>
        <translation>按主题</translation>
    </message>
    <message>
        <source>Close groups of any density</source>
        <translation>疏密不一的紧密组</translation>
    </message>
    <message>
        <source>Each page is in the group whose pages say things most like it (KMeans).</source>
        <translation>每个网页归入内容最接近的组（KMeans）。</translation>
    </message>
    <message>
        <source>Fingerprints that differ in few bits</source>
        <translation>指纹只差几位</translation>
    </message>
    <message>
        <source>Group</source>
        <comment>do it</comment>
        <translation>分组</translation>
    </message>
    <message>
        <source>Group pages</source>
        <translation>网页分组</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>不对比</translation>
    </message>
    <message>
        <source>Only pages that lie close together are grouped; the others stay apart (DBSCAN).</source>
        <translation>只归并彼此很接近的网页，其余单独留下（DBSCAN）。</translation>
    </message>
    <message>
        <source>Pages with the same layout: a group is a template of the site (DBSCAN).</source>
        <translation>版式相同的网页：一组对应网站的一个模板（DBSCAN）。</translation>
    </message>
    <message>
        <source>Texts whose SimHashes are close to each other: copies with other words in places (DBSCAN).</source>
        <translation>SimHash 相近的文本：个别字词不同的副本（DBSCAN）。</translation>
    </message>
    <message>
        <source>What says nearly the same</source>
        <translation>内容几乎相同</translation>
    </message>
    <message>
        <source>{date} · {name}</source>
        <translation>{date} · {name}</translation>
    </message>
</context>
<context>
    <name>GrowthChart</name>
    <message>
        <source>Growth of the archive, month by month</source>
        <translation>存档库逐月增长</translation>
    </message>
    <message>
        <source>{month}: {versions} versions, {visits} visits, {size}</source>
        <translation>{month}：{versions} 个版本，{visits} 次重访，{size}</translation>
    </message>
</context>
<context>
    <name>GuideWords</name>
    <message>
        <source>A text to try the words on</source>
        <translation>用来试验这些词的文本</translation>
    </message>
    <message>
        <source>Its links are followed.</source>
        <translation>会跟随其中的链接。</translation>
    </message>
    <message>
        <source>Its links are not followed.</source>
        <translation>不会跟随其中的链接。</translation>
    </message>
    <message>
        <source>Paste a text here to see what it is worth</source>
        <translation>在此粘贴一段文本，看看它的相关度</translation>
    </message>
    <message>
        <source>Relevance {value}: {words}.</source>
        <translation>相关度 {value}：{words}。</translation>
    </message>
    <message>
        <source>none of the words</source>
        <translation>没有出现任何词</translation>
    </message>
</context>
<context>
    <name>Head</name>
    <message>
        <source>Change the settings of this crawl…</source>
        <translation>更改此抓取的设置…</translation>
    </message>
    <message>
        <source>Give the dashboard the whole window</source>
        <translation>让仪表板占满窗口</translation>
    </message>
    <message>
        <source>Give the pages their room back</source>
        <translation>把空间还给网页</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Go on with this crawl</source>
        <translation>继续此抓取</translation>
    </message>
    <message>
        <source>No crawl yet</source>
        <translation>尚无抓取</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Show only the figures</source>
        <translation>只显示数字</translation>
    </message>
    <message>
        <source>Show the whole dashboard</source>
        <translation>显示整个仪表板</translation>
    </message>
    <message>
        <source>Stop; the crawl can be continued later</source>
        <translation>停止；以后可以继续此抓取</translation>
    </message>
    <message>
        <source>{meaning} Click to see its course.</source>
        <translation>{meaning}单击可查看其变化过程。</translation>
    </message>
    <message>
        <source>{meaning} Click to see them.</source>
        <translation>{meaning}单击可逐一查看。</translation>
    </message>
</context>
<context>
    <name>Headers</name>
    <message>
        <source>“{line}” lacks a colon between name and value.</source>
        <translation>“{line}”的名称和值之间缺少冒号。</translation>
    </message>
</context>
<context>
    <name>Heading</name>
    <message numerus="yes">
        <source>%Ln change(s)</source>
        <translation>
            <numerusform>%Ln 处变化</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln in the template</source>
        <comment>changes</comment>
        <translation>
            <numerusform>%Ln 处在模板中</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln that always happen(s)</source>
        <translation>
            <numerusform>%Ln 处总在发生</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n remark(s)</source>
        <translation>
            <numerusform>%n 条说明</numerusform>
        </translation>
    </message>
    <message>
        <source>Back to the page (Esc)</source>
        <translation>返回网页 (Esc)</translation>
    </message>
    <message>
        <source>Both versions have the same text; how it looks differs.</source>
        <translation>两个版本的文字相同，外观不同。</translation>
    </message>
    <message>
        <source>Both versions have the same text; its order, links, pictures or code differ.</source>
        <translation>两个版本的文字相同；其顺序、链接、图片或代码不同。</translation>
    </message>
    <message>
        <source>Share of the text that both versions have in common</source>
        <translation>两个版本共有文字所占的比例</translation>
    </message>
    <message>
        <source>as displayed</source>
        <translation>按显示内容</translation>
    </message>
    <message>
        <source>the look changed</source>
        <translation>外观已变</translation>
    </message>
    <message>
        <source>the same words</source>
        <translation>文字相同</translation>
    </message>
    <message>
        <source>{n} % the same</source>
        <translation>{n} % 相同</translation>
    </message>
    <message>
        <source>{n} characters</source>
        <translation>{n} 个字符</translation>
    </message>
</context>
<context>
    <name>HelpWindow</name>
    <message>
        <source>All settings of a crawl</source>
        <translation>抓取的全部设置</translation>
    </message>
    <message>
        <source>Collections</source>
        <translation>集合</translation>
    </message>
    <message>
        <source>Comparing versions</source>
        <translation>比较版本</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>Crawling</source>
        <translation>抓取</translation>
    </message>
    <message>
        <source>Fields of pages</source>
        <translation>网页的字段</translation>
    </message>
    <message>
        <source>Figures over time</source>
        <translation>随时间的统计</translation>
    </message>
    <message>
        <source>Getting started</source>
        <translation>入门</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Help page</source>
        <translation>帮助页面</translation>
    </message>
    <message>
        <source>How large a cluster can be</source>
        <translation>集群可以有多大</translation>
    </message>
    <message>
        <source>Import and export</source>
        <translation>导入与导出</translation>
    </message>
    <message>
        <source>Integrity and recovery</source>
        <translation>完整性与恢复</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Log-ins and the live browser</source>
        <translation>登录信息与实时浏览器</translation>
    </message>
    <message>
        <source>Moving around</source>
        <translation>在存档库中走动</translation>
    </message>
    <message>
        <source>Order and score</source>
        <translation>次序与得分</translation>
    </message>
    <message>
        <source>Reading documents</source>
        <translation>阅读文档</translation>
    </message>
    <message>
        <source>Reports about links</source>
        <translation>链接报告</translation>
    </message>
    <message>
        <source>Saved crawls and repeats</source>
        <translation>已保存的抓取与重复</translation>
    </message>
    <message>
        <source>Searching</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Sharing an archive</source>
        <translation>共享存档库</translation>
    </message>
    <message>
        <source>Stars, tags and notes</source>
        <translation>星标、标签和笔记</translation>
    </message>
    <message>
        <source>The archive and its guarantees</source>
        <translation>存档库及其保证</translation>
    </message>
    <message>
        <source>The blocks of a page</source>
        <translation>网页的分块</translation>
    </message>
    <message>
        <source>The command line</source>
        <translation>命令行</translation>
    </message>
    <message>
        <source>The link map</source>
        <translation>链接图</translation>
    </message>
    <message>
        <source>What belongs to the site</source>
        <translation>属于网站的内容</translation>
    </message>
    <message>
        <source>What changed on a site</source>
        <translation>网站有何变化</translation>
    </message>
</context>
<context>
    <name>HintedTree</name>
    <message>
        <source>Click a block on the page or in the tree: you see what it is, why, and how it changed.</source>
        <translation>点击网页上或树中的分块，即可看到它是什么、为何成块，以及有过哪些变化。</translation>
    </message>
</context>
<context>
    <name>HistoryView</name>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Forget</source>
        <translation>清除(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Forget this</source>
        <translation>删除这条记录(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Keep what I look at</source>
        <translation>记录我看过的网页(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>打开(&amp;O)</translation>
    </message>
    <message>
        <source>Back to the page (Esc)</source>
        <translation>返回网页（Esc）</translation>
    </message>
    <message>
        <source>Clear the history</source>
        <translation>清除浏览历史</translation>
    </message>
    <message>
        <source>Clear…</source>
        <translation>清除…</translation>
    </message>
    <message>
        <source>Copy &amp;address</source>
        <translation>复制网址(&amp;A)</translation>
    </message>
    <message>
        <source>Crawl this page a&amp;gain</source>
        <translation>再次抓取此页面(&amp;G)</translation>
    </message>
    <message>
        <source>Every page you look at for a moment is listed here, with the version you saw.</source>
        <translation>看过片刻的网页都列在这里，并注明看的是哪个版本。</translation>
    </message>
    <message>
        <source>Filter…</source>
        <translation>筛选…</translation>
    </message>
    <message>
        <source>Forget every look at this a&amp;ddress</source>
        <translation>删除该网址的全部记录(&amp;D)</translation>
    </message>
    <message>
        <source>Forget what was looked at in this archive</source>
        <translation>清除此存档库的浏览历史</translation>
    </message>
    <message>
        <source>Forget what was looked at in this archive?</source>
        <translation>要清除此存档库的浏览历史吗？</translation>
    </message>
    <message>
        <source>History</source>
        <translation>浏览历史</translation>
    </message>
    <message>
        <source>No title and no address has these words.</source>
        <translation>没有标题或网址包含这些文字。</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>没有找到</translation>
    </message>
    <message>
        <source>Nothing is kept</source>
        <translation>未在记录</translation>
    </message>
    <message>
        <source>Nothing was looked at yet</source>
        <translation>还没有看过网页</translation>
    </message>
    <message>
        <source>On this machine, for you alone; never in the archive. Also in the preferences.</source>
        <translation>只保存在本机，只供您自己使用，绝不写入存档库。也可在首选项中设置。</translation>
    </message>
    <message>
        <source>Only what has these words in its title or address</source>
        <translation>只显示标题或网址中含有这些文字的记录</translation>
    </message>
    <message>
        <source>Open in a new &amp;tab</source>
        <translation>在新标签页中打开(&amp;T)</translation>
    </message>
    <message>
        <source>Switch it on above, and pages you look at are listed here the next time.</source>
        <translation>在上方打开记录，以后看过的网页就会列在这里。</translation>
    </message>
    <message>
        <source>The pages themselves stay. What you look at from now on is listed again.</source>
        <translation>网页本身不受影响。此后看过的网页仍会列出。</translation>
    </message>
    <message>
        <source>What was looked at</source>
        <translation>看过的网页</translation>
    </message>
</context>
<context>
    <name>HitsMenu</name>
    <message>
        <source>&amp;Open</source>
        <translation>打开(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Since when?</source>
        <translation>从何时起？(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Who said it first?</source>
        <translation>谁最先这样写？(&amp;W)</translation>
    </message>
    <message>
        <source>Copy &amp;address</source>
        <translation>复制地址(&amp;A)</translation>
    </message>
    <message>
        <source>Crawl these pages a&amp;gain</source>
        <translation>再次抓取这些页面(&amp;G)</translation>
    </message>
    <message>
        <source>Crawl this page a&amp;gain</source>
        <translation>再次抓取此页面(&amp;G)</translation>
    </message>
    <message>
        <source>Fetch this page now</source>
        <translation>立即抓取此页面</translation>
    </message>
    <message>
        <source>Hide those that are nearly the sa&amp;me</source>
        <translation>隐藏几乎相同的页面(&amp;M)</translation>
    </message>
    <message>
        <source>Open in a new &amp;tab</source>
        <translation>在新标签页中打开(&amp;T)</translation>
    </message>
    <message>
        <source>Open in a&amp;nother program</source>
        <translation>用其他程序打开(&amp;N)</translation>
    </message>
    <message numerus="yes">
        <source>Show %Ln &amp;more like this</source>
        <translation>
            <numerusform>显示另外 %Ln 个类似的页面(&amp;M)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>HitsModel</name>
    <message numerus="yes">
        <source>%Ln more like this</source>
        <translation>
            <numerusform>另有 %Ln 个类似</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln version(s)</source>
        <translation>
            <numerusform>%Ln 个版本</numerusform>
        </translation>
    </message>
    <message>
        <source>Your note: </source>
        <translation>您的笔记：</translation>
    </message>
    <message>
        <source>answered with {status}, known by links</source>
        <translation>回应为 {status}，由链接得知</translation>
    </message>
    <message>
        <source>nearly the same as the one above</source>
        <translation>与上一个几乎相同</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新</translation>
    </message>
    <message>
        <source>not in the archive, known by links</source>
        <translation>不在存档库中，只见于链接</translation>
    </message>
    <message>
        <source>{first} to {last}</source>
        <translation>{first} 至 {last}</translation>
    </message>
</context>
<context>
    <name>HoldStrip</name>
    <message>
        <source>Finish without them</source>
        <translation>不等它们，就此结束</translation>
    </message>
    <message>
        <source>It ends without them in {time}.</source>
        <translation>{time} 后不再等待，抓取将结束。</translation>
    </message>
    <message>
        <source>It was asked and has not answered yet.</source>
        <translation>已向其请求，尚无响应。</translation>
    </message>
    <message>
        <source>Leave these addresses out. Each can be taken later: Queue, “Take it anyway”.</source>
        <translation>略去这些地址。以后仍可逐个采集：“队列”中的“仍然采集”。</translation>
    </message>
    <message>
        <source>Next try in {seconds} s.</source>
        <translation>{seconds} 秒后重试。</translation>
    </message>
    <message numerus="yes">
        <source>The crawl waits only for {hosts} hosts: %Ln address(es).</source>
        <translation>
            <numerusform>抓取只在等待 {hosts} 个主机：%Ln 个地址。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The crawl waits only for {host}: %Ln address(es).</source>
        <translation>
            <numerusform>抓取只在等待 {host}：%Ln 个地址。</numerusform>
        </translation>
    </message>
    <message>
        <source>They are parts of pages: it ends without them in half a minute.</source>
        <translation>它们是网页的组成部分：半分钟内抓取会不等它们而结束。</translation>
    </message>
    <message numerus="yes">
        <source>{host}: %Ln address(es)</source>
        <translation>
            <numerusform>{host}：%Ln 个地址</numerusform>
        </translation>
    </message>
    <message>
        <source>{reason}.</source>
        <translation>{reason}。</translation>
    </message>
</context>
<context>
    <name>HostCard</name>
    <message>
        <source>Addresses that were dealt with</source>
        <translation>已处理的网址</translation>
    </message>
    <message>
        <source>Between two requests</source>
        <translation>两次请求之间</translation>
    </message>
    <message>
        <source>Delay</source>
        <translation>间隔</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Everything found of it has been dealt with.</source>
        <translation>找到的该主机网址均已处理。</translation>
    </message>
    <message>
        <source>How long it takes to answer, lately</source>
        <translation>最近的响应时间</translation>
    </message>
    <message>
        <source>It answered with errors or not at all, so it is left in peace for a while.</source>
        <translation>它返回错误或没有响应，因此暂时不再请求。</translation>
    </message>
    <message>
        <source>It is being asked for addresses now.</source>
        <translation>正在向它请求网址。</translation>
    </message>
    <message>
        <source>It is held: nothing is asked of it until you go on.</source>
        <translation>已暂停：在您继续之前不向其请求。</translation>
    </message>
    <message>
        <source>It is skipped: what was queued of it is left out.</source>
        <translation>已跳过：其队列中的地址不再收录。</translation>
    </message>
    <message>
        <source>It waits for its turn: servers are asked no faster than their delay.</source>
        <translation>正在等待：对服务器的请求不会快于其间隔。</translation>
    </message>
    <message>
        <source>Nothing of it is waiting at the moment.</source>
        <translation>目前没有等待中的网址。</translation>
    </message>
    <message>
        <source>Response</source>
        <translation>响应时间</translation>
    </message>
    <message>
        <source>This is the only host of the crawl. Others come in when the crawl may leave it: “Change settings”, “What to capture”, or links out of the scope.</source>
        <translation>这是本次抓取的唯一主机。若允许抓取离开该主机，其他主机会出现在这里：请见“更改设置”中的“采集范围”或“范围之外的链接”。</translation>
    </message>
</context>
<context>
    <name>HostsModel</name>
    <message>
        <source>Delay</source>
        <translation>间隔</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Next in</source>
        <translation>下次请求</translation>
    </message>
    <message>
        <source>Response</source>
        <translation>响应时间</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>{host}: {state}</source>
        <translation>{host}：{state}</translation>
    </message>
</context>
<context>
    <name>HostsTab</name>
    <message>
        <source>&amp;Copy name</source>
        <translation>复制名称(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Go on with this host</source>
        <translation>继续此主机(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Hold this host</source>
        <translation>暂停此主机(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Skip this host</source>
        <translation>跳过此主机(&amp;S)</translation>
    </message>
    <message>
        <source>Go on with this host</source>
        <translation>继续此主机</translation>
    </message>
    <message>
        <source>Hold this host: ask it for nothing until you go on</source>
        <translation>暂停此主机：在您继续之前不再向其请求</translation>
    </message>
    <message>
        <source>Hosts of the crawl</source>
        <translation>此抓取的主机</translation>
    </message>
    <message>
        <source>No host has this in its name</source>
        <translation>没有名称包含此内容的主机</translation>
    </message>
    <message>
        <source>Search hosts</source>
        <translation>搜索主机</translation>
    </message>
    <message>
        <source>Show its &amp;queue</source>
        <translation>显示其队列(&amp;Q)</translation>
    </message>
    <message>
        <source>Show the queue of this host</source>
        <translation>显示此主机的队列</translation>
    </message>
    <message>
        <source>Skip this host: leave out all that is queued of it</source>
        <translation>跳过此主机：不收录其队列中的所有地址</translation>
    </message>
</context>
<context>
    <name>Ignoring</name>
    <message>
        <source>Changes of “{rule}” are noise from now on, in all pages of this archive.</source>
        <translation>从现在起，本存档库所有网页中“{rule}”的变化都算作噪声。</translation>
    </message>
    <message>
        <source>No rule leads to this block: it is not an element of the page.</source>
        <translation>无法为此分块建立规则：它不是网页的元素。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>“{rule}” is no longer ignored.</source>
        <translation>不再忽略“{rule}”。</translation>
    </message>
</context>
<context>
    <name>ImportSheet</name>
    <message>
        <source>&amp;Show what came in</source>
        <translation>查看导入的内容(&amp;S)</translation>
    </message>
    <message>
        <source>Already there</source>
        <translation>已存在</translation>
    </message>
    <message>
        <source>Damaged</source>
        <translation>损坏</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Files that were read</source>
        <translation>已读取的文件</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Go to it in the tree</source>
        <translation>在树中定位</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>略过</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>New versions</source>
        <translation>新版本</translation>
    </message>
    <message>
        <source>Places that could not be read</source>
        <translation>无法读取之处</translation>
    </message>
    <message>
        <source>Records that could not be taken, with the reason</source>
        <translation>无法导入的记录及其原因</translation>
    </message>
    <message>
        <source>Records that the archive had already</source>
        <translation>存档库中已有的记录</translation>
    </message>
    <message>
        <source>Records whose content was that of the version before</source>
        <translation>内容与前一版本相同的记录</translation>
    </message>
    <message>
        <source>Records with new content</source>
        <translation>内容有更新的记录</translation>
    </message>
    <message>
        <source>Sa&amp;ve report…</source>
        <translation>保存报告(&amp;V)…</translation>
    </message>
    <message>
        <source>Unchanged</source>
        <translation>无变化</translation>
    </message>
    <message>
        <source>What came in</source>
        <translation>导入结果</translation>
    </message>
    <message>
        <source>Write this report to a file</source>
        <translation>把这份报告写入文件</translation>
    </message>
    <message>
        <source>import</source>
        <comment>part of a file name</comment>
        <translation>导入</translation>
    </message>
</context>
<context>
    <name>ImportWords</name>
    <message numerus="yes">
        <source>%Ln answer(s) to POST and the like were kept beside the pages.</source>
        <translation>
            <numerusform>%Ln 个 POST 等请求的响应已保存在网页之外。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln damaged place(s) were stepped over.</source>
        <translation>
            <numerusform>跳过了 %Ln 处损坏。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln damaged place(s), {place}: {sentence}</source>
        <translation>
            <numerusform>%Ln 处损坏，{place}：{sentence}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln description(s) of a file were kept.</source>
        <translation>
            <numerusform>已保存 %Ln 条文件说明。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) could not be read.</source>
        <translation>
            <numerusform>%Ln 个文件无法读取。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) end in the middle of a record.</source>
        <translation>
            <numerusform>%Ln 个文件在记录中间被截断。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more like these are not listed.</source>
        <translation>
            <numerusform>另有 %Ln 条同类情况未列出。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln record(s) came in.</source>
        <translation>
            <numerusform>导入了 %Ln 条记录。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln record(s) left out, {place}: {sentence}</source>
        <translation>
            <numerusform>略过 %Ln 条记录，{place}：{sentence}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln record(s) of metadata were kept with their captures.</source>
        <translation>
            <numerusform>%Ln 条元数据记录已随其捕获一并保存。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln record(s) of other kinds were kept beside the pages.</source>
        <translation>
            <numerusform>%Ln 条其他类型的记录已保存在网页之外。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln record(s) of the kind “{kind}” hold no page and were passed over.</source>
        <translation>
            <numerusform>%Ln 条“{kind}”类型的记录不含网页，已跳过。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln record(s) taken with a remark, {place}: {sentence}</source>
        <translation>
            <numerusform>%Ln 条记录已收录，但有说明，{place}：{sentence}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln record(s) were left out; the report says why.</source>
        <translation>
            <numerusform>略过了 %Ln 条记录，原因见报告。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln request(s) were kept with their answers.</source>
        <translation>
            <numerusform>%Ln 个请求已随其响应一并保存。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln thing(s) got stars, tags or notes.</source>
        <translation>
            <numerusform>%Ln 处添加了星标、标签或笔记。</numerusform>
        </translation>
    </message>
    <message>
        <source>; </source>
        <comment>between numbers</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>Nothing came in.</source>
        <translation>没有导入任何内容。</translation>
    </message>
    <message>
        <source>Nothing new came in: everything was there already.</source>
        <translation>没有新内容：全部记录都已存在。</translation>
    </message>
    <message>
        <source>Report of an import</source>
        <translation>导入报告</translation>
    </message>
    <message>
        <source>Stars, tags and notes</source>
        <translation>星标、标签和笔记</translation>
    </message>
    <message>
        <source>The import was stopped. What had come in is kept; import the same files again to go on.</source>
        <translation>导入已停止，已导入的内容会保留；再次导入同样的文件即可继续。</translation>
    </message>
    <message>
        <source>Tianwang file</source>
        <translation>天网文件</translation>
    </message>
    <message>
        <source>Versions came in whole; “tianwang convert {archive} --to incremental” would store them as what has changed, in less room.</source>
        <translation>各版本按原样完整存入；“tianwang convert {archive} --to incremental”可只存变化的部分，占用更少空间。</translation>
    </message>
    <message numerus="yes">
        <source>at byte {offsets}</source>
        <translation>
            <numerusform>位于字节 {offsets}</numerusform>
        </translation>
    </message>
    <message>
        <source>first at bytes {offsets} …</source>
        <translation>最先位于字节 {offsets} …</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>the first of them: {sentence}</source>
        <translation>其中第一处：{sentence}</translation>
    </message>
    <message>
        <source>{format}: {stored} new, {visits} unchanged, {known} already there, {skipped} left out, {damaged} damaged</source>
        <translation>{format}：新增 {stored}，无变化 {visits}，已存在 {known}，略过 {skipped}，损坏 {damaged}</translation>
    </message>
    <message>
        <source>{size} at the end of the file, from byte {offset} on, could not be read: {reason}.</source>
        <translation>文件末尾从第 {offset} 字节起的 {size} 无法读取：{reason}。</translation>
    </message>
</context>
<context>
    <name>IncomingLinks</name>
    <message numerus="yes">
        <source>%Ln link(s)</source>
        <translation>
            <numerusform>%Ln 个链接</numerusform>
        </translation>
    </message>
    <message>
        <source>Copy the address</source>
        <translation>复制地址</translation>
    </message>
    <message>
        <source>Gathering links</source>
        <translation>正在收集链接</translation>
    </message>
    <message>
        <source>Gathering the links was called off.</source>
        <translation>已停止收集链接。</translation>
    </message>
    <message>
        <source>Links to this document</source>
        <translation>指向此文档的链接</translation>
    </message>
    <message>
        <source>Looking for pages that lead here…</source>
        <translation>正在查找链接到这里的网页…</translation>
    </message>
    <message>
        <source>No page of the archive leads here.</source>
        <translation>存档库中没有网页链接到这里。</translation>
    </message>
    <message>
        <source>Only links of pages in this archive are known.</source>
        <translation>只知道此存档库中网页的链接。</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open in a new tab</source>
        <translation>在新标签页中打开</translation>
    </message>
    <message>
        <source>Show the link on its page</source>
        <translation>在网页中显示该链接</translation>
    </message>
    <message>
        <source>The links could not be read.</source>
        <translation>无法读取链接。</translation>
    </message>
    <message>
        <source>{shown} of {total}</source>
        <translation>显示 {shown} 个，共 {total} 个</translation>
    </message>
    <message>
        <source>{words}, more left out</source>
        <translation>{words}，其余未列出</translation>
    </message>
</context>
<context>
    <name>IncomingModel</name>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Canonical address</source>
        <translation>规范地址</translation>
    </message>
    <message>
        <source>Gone since</source>
        <translation>消失于</translation>
    </message>
    <message>
        <source>In the text</source>
        <translation>正文中</translation>
    </message>
    <message>
        <source>Navigation</source>
        <translation>导航</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>网页</translation>
    </message>
    <message>
        <source>Part of the page</source>
        <translation>网页的组成部分</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>等级</translation>
    </message>
    <message>
        <source>Redirect</source>
        <translation>重定向</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>始于</translation>
    </message>
    <message>
        <source>Sitemap or feed</source>
        <translation>站点地图或订阅</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
</context>
<context>
    <name>IndexFeeder</name>
    <message>
        <source>Reading for the search</source>
        <translation>为搜索读取</translation>
    </message>
    <message>
        <source>{done} of about {total} steps</source>
        <translation>第 {done} 步，约共 {total} 步</translation>
    </message>
</context>
<context>
    <name>Inquiry</name>
    <message>
        <source>Looking for a sentence on all pages of the site</source>
        <translation>正在网站的所有网页中查找一句话</translation>
    </message>
    <message>
        <source>Looking through the versions…</source>
        <translation>正在查看各个版本…</translation>
    </message>
    <message>
        <source>{done} of {all}</source>
        <translation>已完成 {done}，共 {all}</translation>
    </message>
</context>
<context>
    <name>IntegrityPage</name>
    <message>
        <source>Back to the page</source>
        <translation>返回网页</translation>
    </message>
    <message>
        <source>Back to the page (Esc)</source>
        <translation>返回网页 (Esc)</translation>
    </message>
    <message>
        <source>Integrity</source>
        <translation>完整性</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>统计</translation>
    </message>
    <message>
        <source>The archive {name}</source>
        <translation>存档库 {name}</translation>
    </message>
</context>
<context>
    <name>JobBar</name>
    <message>
        <source>Cancel this work</source>
        <translation>取消此任务</translation>
    </message>
    <message>
        <source>{time} left</source>
        <translation>剩余 {time}</translation>
    </message>
    <message numerus="yes">
        <source>{work} (and %n more)</source>
        <translation>
            <numerusform>{work}（另有 %n 项）</numerusform>
        </translation>
    </message>
    <message>
        <source>{work}: stopping…</source>
        <translation>{work}：正在停止…</translation>
    </message>
    <message>
        <source>{work}: {step}</source>
        <translation>{work}：{step}</translation>
    </message>
</context>
<context>
    <name>JobMenu</name>
    <message>
        <source>Choose another crawl to look at</source>
        <translation>选择要查看的其他抓取</translation>
    </message>
    <message>
        <source>{date} · {name} · {pages} answered · {state}</source>
        <translation>{date} · {name} · 已应答 {pages} 个 · {state}</translation>
    </message>
    <message>
        <source>{name}, {date}. Choose another crawl to look at</source>
        <translation>{name}，{date}。选择要查看的其他抓取</translation>
    </message>
</context>
<context>
    <name>Keeper</name>
    <message numerus="yes">
        <source>%Ln line(s) of the stars, tags and notes cannot be read. Integrity says where.</source>
        <translation>
            <numerusform>%Ln 行星标、标签和笔记无法读取。“完整性”页会说明位置。</numerusform>
        </translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Taken back.</source>
        <translation>已撤销。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Written again.</source>
        <translation>已重做。</translation>
    </message>
</context>
<context>
    <name>KindChip</name>
    <message>
        <source>{kind}: {n}. Click to show or hide them.</source>
        <translation>{kind}：{n} 处。单击可显示或隐藏。</translation>
    </message>
</context>
<context>
    <name>KindMenu</name>
    <message>
        <source>&amp;Kind of page</source>
        <translation>页面种类(&amp;K)</translation>
    </message>
    <message>
        <source>As it was &amp;found out</source>
        <translation>恢复为判断结果(&amp;F)</translation>
    </message>
</context>
<context>
    <name>Kinds</name>
    <message>
        <source>Articles, documentation, products and services</source>
        <translation>文章、文档、商品和服务</translation>
    </message>
    <message>
        <source>Only details</source>
        <translation>仅详情页</translation>
    </message>
    <message>
        <source>Working out the kinds of pages</source>
        <translation>正在判断页面种类</translation>
    </message>
    <message>
        <source>{done} of {total} pages</source>
        <translation>{done} / {total} 个页面</translation>
    </message>
    <message>
        <source>“{title}” is again what was found out: {kind}.</source>
        <translation>“{title}”恢复为判断结果：{kind}。</translation>
    </message>
    <message>
        <source>“{title}” is now: {kind}.</source>
        <translation>“{title}”现在是：{kind}。</translation>
    </message>
</context>
<context>
    <name>KindsSection</name>
    <message numerus="yes">
        <source>%Ln page(s) are now: {kind}.</source>
        <translation>
            <numerusform>%Ln 个网页现在是：{kind}。</numerusform>
        </translation>
    </message>
    <message>
        <source>Correcting kinds of pages</source>
        <translation>正在更正网页种类</translation>
    </message>
    <message>
        <source>Crawl or import pages first</source>
        <translation>请先抓取或导入网页</translation>
    </message>
    <message>
        <source>Home pages, lists, articles, products and so on, found out from the pages</source>
        <translation>首页、列表、文章、产品等，由网页自身判断</translation>
    </message>
    <message>
        <source>Kinds of pages</source>
        <translation>网页种类</translation>
    </message>
    <message>
        <source>No page is known yet</source>
        <translation>还没有判断过网页</translation>
    </message>
    <message>
        <source>Only web pages have a kind.</source>
        <translation>只有网页才有种类。</translation>
    </message>
</context>
<context>
    <name>Layout</name>
    <message>
        <source>LibreOffice lays the document out</source>
        <translation>LibreOffice 正在排版文档</translation>
    </message>
</context>
<context>
    <name>Legend</name>
    <message>
        <source>What the marks mean</source>
        <translation>标记的含义</translation>
    </message>
    <message>
        <source>Words that differ are underlined. Click a mark to find it in the list.</source>
        <translation>不同的字词带下划线。点击标记可在列表中找到它。</translation>
    </message>
</context>
<context>
    <name>Limits</name>
    <message>
        <source>&amp;Links away</source>
        <translation>链接层数(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Minutes</source>
        <translation>分钟数(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Pages</source>
        <translation>网页数(&amp;P)</translation>
    </message>
    <message>
        <source>0 captures only the addresses themselves</source>
        <translation>0 表示只采集起始地址本身</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>Si&amp;ze</source>
        <translation>下载量(&amp;Z)</translation>
    </message>
    <message>
        <source>Stop after so many documents</source>
        <translation>保存这么多文档后停止</translation>
    </message>
    <message>
        <source>Stop after so much time; pauses do not count</source>
        <translation>运行这么长时间后停止，暂停时间不计</translation>
    </message>
    <message>
        <source>Stop when so much was downloaded</source>
        <translation>下载这么多数据后停止</translation>
    </message>
</context>
<context>
    <name>LinkReportsView</name>
    <message numerus="yes">
        <source>%Ln finding(s)</source>
        <translation>
            <numerusform>%Ln 条结果</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Only to the page on screen</source>
        <translation>仅指向当前网页(&amp;O)</translation>
    </message>
    <message>
        <source>As a c&amp;loud</source>
        <translation>以文字云显示(&amp;L)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>Copy the address</source>
        <translation>复制地址</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Filter the findings</source>
        <translation>筛选结果</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Link reports</source>
        <translation>链接报告</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>重新查找</translation>
    </message>
    <message>
        <source>Look through the links once more</source>
        <translation>重新检查链接</translation>
    </message>
    <message>
        <source>Looking through the links…</source>
        <translation>正在检查链接…</translation>
    </message>
    <message>
        <source>No finding has these words.</source>
        <translation>没有包含这些字词的结果。</translation>
    </message>
    <message>
        <source>No page links to the page on screen.</source>
        <translation>没有网页链接到当前网页。</translation>
    </message>
    <message>
        <source>Nothing was found.</source>
        <translation>没有找到任何结果。</translation>
    </message>
    <message>
        <source>Only the words of links to the page that was shown last</source>
        <translation>只列出指向最近所显示网页的链接文字</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open in a new tab</source>
        <translation>在新标签页中打开</translation>
    </message>
    <message>
        <source>Reports</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>Show the link on its page</source>
        <translation>在网页中显示该链接</translation>
    </message>
    <message>
        <source>Stop looking</source>
        <translation>停止查找</translation>
    </message>
    <message>
        <source>The links could not be read.</source>
        <translation>无法读取链接。</translation>
    </message>
    <message>
        <source>The more pages say the words, the larger</source>
        <translation>使用该文字的网页越多，字越大</translation>
    </message>
    <message>
        <source>The report was saved as {path}.</source>
        <translation>报告已保存为 {path}。</translation>
    </message>
    <message>
        <source>Words or a part of an address, also of a page that links there</source>
        <translation>字词或地址的一部分，也可以是链接所在网页的地址</translation>
    </message>
    <message>
        <source>Write this report as a web page or a table</source>
        <translation>将此报告保存为网页或表格</translation>
    </message>
    <message>
        <source>the first {n} of {total}</source>
        <translation>共 {total} 条，列出前 {n} 条</translation>
    </message>
    <message>
        <source>{report} ({number})</source>
        <translation>{report}（{number}）</translation>
    </message>
    <message>
        <source>{shown} of {total}</source>
        <translation>显示 {shown} 条，共 {total} 条</translation>
    </message>
</context>
<context>
    <name>LinksModel</name>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>分块</translation>
    </message>
    <message>
        <source>Cannot be resolved</source>
        <translation>无法解析</translation>
    </message>
    <message>
        <source>Element</source>
        <translation>元素</translation>
    </message>
    <message>
        <source>Gone since</source>
        <translation>消失于</translation>
    </message>
    <message>
        <source>In the archive</source>
        <translation>在存档库中</translation>
    </message>
    <message>
        <source>No</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Only running the script would tell where this leads</source>
        <translation>只有运行脚本才知道指向哪里</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>始于</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>链接文字</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>{element}, guessed</source>
        <translation>{element}，推测</translation>
    </message>
    <message>
        <source>{element}, line {line}</source>
        <translation>{element}，第 {line} 行</translation>
    </message>
</context>
<context>
    <name>LinksTab</name>
    <message numerus="yes">
        <source>%Ln link(s)</source>
        <translation>
            <numerusform>%Ln 个链接</numerusform>
        </translation>
    </message>
    <message>
        <source>A part of the text, the address or the element</source>
        <translation>文字、地址或元素的一部分</translation>
    </message>
    <message>
        <source>All links</source>
        <translation>所有链接</translation>
    </message>
    <message>
        <source>Copy the address</source>
        <translation>复制地址</translation>
    </message>
    <message>
        <source>Copy the expression</source>
        <translation>复制表达式</translation>
    </message>
    <message>
        <source>Crawl this address…</source>
        <translation>抓取此地址…</translation>
    </message>
    <message>
        <source>Crawl this page again</source>
        <translation>再次抓取此页面</translation>
    </message>
    <message>
        <source>Documents such as web pages and PDF files show here where they lead.</source>
        <translation>网页、PDF 等文档所链接的地址会列在这里。</translation>
    </message>
    <message>
        <source>Filter by text, address or element</source>
        <translation>按文字、地址或元素筛选</translation>
    </message>
    <message>
        <source>Filter the links</source>
        <translation>筛选链接</translation>
    </message>
    <message>
        <source>In the archive</source>
        <translation>在存档库中</translation>
    </message>
    <message>
        <source>Links of this document</source>
        <translation>此文档的链接</translation>
    </message>
    <message>
        <source>Links to pages</source>
        <translation>指向网页的链接</translation>
    </message>
    <message>
        <source>Looking up the links…</source>
        <translation>正在查找链接…</translation>
    </message>
    <message>
        <source>Not in the archive</source>
        <translation>不在存档库中</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open in a new tab</source>
        <translation>在新标签页中打开</translation>
    </message>
    <message>
        <source>Pages that lead here</source>
        <translation>链接到这里的网页</translation>
    </message>
    <message>
        <source>Parts of the page</source>
        <translation>网页的组成部分</translation>
    </message>
    <message>
        <source>Put together by scripts</source>
        <translation>由脚本拼成</translation>
    </message>
    <message>
        <source>Show the link on its page</source>
        <translation>在网页中显示该链接</translation>
    </message>
    <message>
        <source>The links could not be read.</source>
        <translation>无法读取链接。</translation>
    </message>
    <message>
        <source>There are no links in this document.</source>
        <translation>此文档中没有链接。</translation>
    </message>
    <message>
        <source>Which links to show</source>
        <translation>显示哪些链接</translation>
    </message>
    <message>
        <source>{shown} of {total}</source>
        <translation>显示 {shown} 个，共 {total} 个</translation>
    </message>
</context>
<context>
    <name>Listing</name>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln 个网页</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose a row above: its pages are listed here. Pages can be dropped on categories, kinds and tags.</source>
        <translation>选中上面的一行，这里就列出它的网页。网页可以拖到分类、种类和标签上。</translation>
    </message>
    <message>
        <source>Compare two selected pages, or a copy with its first</source>
        <translation>比较选中的两个网页，或把副本与第一个比较</translation>
    </message>
    <message>
        <source>Export all of these pages…</source>
        <translation>导出所有这些网页…</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>正在查找…</translation>
    </message>
    <message>
        <source>No page any more</source>
        <translation>已没有网页</translation>
    </message>
    <message>
        <source>Pages of the collection</source>
        <translation>集合中的网页</translation>
    </message>
    <message>
        <source>Pages that belong together</source>
        <translation>彼此相关的网页</translation>
    </message>
    <message>
        <source>The archive has changed since it was read.</source>
        <translation>读取之后存档有了变化。</translation>
    </message>
    <message>
        <source>This could not be read.</source>
        <translation>无法读取。</translation>
    </message>
</context>
<context>
    <name>LiveWindow</name>
    <message>
        <source>Archive This Page</source>
        <translation>采集此页</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Crawls now visit {site} with this log-in. It is kept on this computer, not in the archive.</source>
        <translation>今后抓取 {site} 时会使用此登录。它保存在本机，不在存档库中。</translation>
    </message>
    <message>
        <source>Crawls of this site will send the cookies that this browser has of it</source>
        <translation>抓取此网站时会发送本浏览器持有的该网站 Cookie</translation>
    </message>
    <message>
        <source>Files are not downloaded here. A crawl can store {address}.</source>
        <translation>此处不下载文件。可以通过抓取保存 {address}。</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Live Browser</source>
        <translation>在线浏览器</translation>
    </message>
    <message>
        <source>Navigation</source>
        <translation>导航</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>重新载入</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stored in “{archive}”: this page {parts}, {size}.</source>
        <translation>已存入“{archive}”：本页{parts}，共 {size}。</translation>
    </message>
    <message>
        <source>This page broke down. Reload it, or go on to another one.</source>
        <translation>此页已崩溃。请重新载入，或前往其他网页。</translation>
    </message>
    <message>
        <source>Use This Log-in for Crawls</source>
        <translation>抓取时使用此登录</translation>
    </message>
    <message numerus="yes">
        <source>with %Ln part(s)</source>
        <translation>
            <numerusform>及其 %Ln 个组成部分</numerusform>
        </translation>
    </message>
    <message>
        <source>{site} has given this browser no cookies. Log in first.</source>
        <translation>{site} 未向本浏览器发放 Cookie。请先登录。</translation>
    </message>
</context>
<context>
    <name>LogModel</name>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>What</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>{address}
Found on {page}</source>
        <translation>{address}
来自网页 {page}</translation>
    </message>
</context>
<context>
    <name>LogTab</name>
    <message>
        <source>&amp;Open</source>
        <translation>打开(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Take it anyway</source>
        <translation>仍然采集(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Why?</source>
        <translation>为什么(&amp;W)</translation>
    </message>
    <message>
        <source>Copy &amp;address</source>
        <translation>复制地址(&amp;A)</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Log of the crawl</source>
        <translation>抓取日志</translation>
    </message>
    <message>
        <source>Open in &amp;browser</source>
        <translation>在浏览器中打开(&amp;B)</translation>
    </message>
    <message>
        <source>What the log shows</source>
        <translation>日志显示的内容</translation>
    </message>
</context>
<context>
    <name>LoginDialog</name>
    <message>
        <source>Log In</source>
        <translation>登录</translation>
    </message>
    <message>
        <source>Name:</source>
        <translation>用户名：</translation>
    </message>
    <message>
        <source>Password:</source>
        <translation>密码：</translation>
    </message>
    <message>
        <source>{host} asks for a name and a password.</source>
        <translation>{host} 要求提供用户名和密码。</translation>
    </message>
</context>
<context>
    <name>LoginsSheet</name>
    <message numerus="yes">
        <source>%Ln cookie(s)</source>
        <translation>
            <numerusform>%Ln 个 Cookie</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln cookie(s) were taken in.</source>
        <translation>
            <numerusform>已导入 %Ln 个 Cookie。</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Add</source>
        <translation>添加(&amp;A)</translation>
    </message>
    <message>
        <source>Add a log-in</source>
        <translation>添加登录信息</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭 (Esc)</translation>
    </message>
    <message>
        <source>Cookies (*.txt *.json);;All files (*)</source>
        <translation>Cookie (*.txt *.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>For forms: log in as usual, then hand the cookies to the crawls</source>
        <translation>用于表单登录：照常登录，然后把 Cookie 交给抓取使用</translation>
    </message>
    <message>
        <source>For hosts that ask by a small window of the browser (HTTP authentication).</source>
        <translation>用于由浏览器弹出小窗口询问的主机（HTTP 认证）。</translation>
    </message>
    <message>
        <source>Forget the log-in and the cookies of this host</source>
        <translation>忘记此主机的登录信息和 Cookie</translation>
    </message>
    <message>
        <source>Forget {host}</source>
        <translation>忘记 {host}</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Host, for instance lib.example.org</source>
        <translation>主机，例如 lib.example.org</translation>
    </message>
    <message>
        <source>Import &amp;cookies…</source>
        <translation>导入 Cookie(&amp;C)…</translation>
    </message>
    <message>
        <source>Import cookies</source>
        <translation>导入 Cookie</translation>
    </message>
    <message>
        <source>Keep this log-in</source>
        <translation>保存此登录信息</translation>
    </message>
    <message>
        <source>Kept in {file}, readable by you alone, and never in an archive.</source>
        <translation>保存在 {file}，只有您能读取，绝不会放进存档库。</translation>
    </message>
    <message>
        <source>Log in with the &amp;browser…</source>
        <translation>用浏览器登录(&amp;B)…</translation>
    </message>
    <message>
        <source>Log-ins</source>
        <translation>登录信息</translation>
    </message>
    <message>
        <source>Nothing is stored yet.</source>
        <translation>尚未保存任何内容。</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>Sites with a form</source>
        <translation>用表单登录的网站</translation>
    </message>
    <message>
        <source>Stored</source>
        <translation>已保存</translation>
    </message>
    <message>
        <source>Stored for {host}.</source>
        <translation>已为 {host} 保存。</translation>
    </message>
    <message>
        <source>User name</source>
        <translation>用户名</translation>
    </message>
    <message>
        <source>What crawls tell servers on your behalf, when “Use the stored log-ins” is on.</source>
        <translation>“使用已保存的登录信息”打开时，抓取代您告诉服务器的内容。</translation>
    </message>
    <message>
        <source>cookies.txt, or JSON as extensions of browsers write it</source>
        <translation>cookies.txt，或浏览器扩展写出的 JSON</translation>
    </message>
    <message>
        <source>{host} is forgotten.</source>
        <translation>已忘记 {host}。</translation>
    </message>
</context>
<context>
    <name>LookView</name>
    <message numerus="yes">
        <source>%Ln part(s) are not there</source>
        <translation>
            <numerusform>远程缺少 %Ln 个部分</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Take in</source>
        <translation>存入(&amp;T)</translation>
    </message>
    <message>
        <source>As it looked</source>
        <translation>原貌</translation>
    </message>
    <message>
        <source>Asking {name}</source>
        <translation>正在查询 {name}</translation>
    </message>
    <message>
        <source>Back to the page (Esc)</source>
        <translation>返回网页 (Esc)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>In the &amp;browser</source>
        <translation>在浏览器中(&amp;B)</translation>
    </message>
    <message>
        <source>It has no text to show.</source>
        <translation>没有可显示的文字。</translation>
    </message>
    <message>
        <source>Left ours of {ours}, right theirs of {theirs}</source>
        <translation>左为本地 {ours}，右为远程 {theirs}</translation>
    </message>
    <message>
        <source>Left theirs of {theirs}, right ours of {ours}</source>
        <translation>左为远程 {theirs}，右为本地 {ours}</translation>
    </message>
    <message>
        <source>Open it in the browser, as the archive elsewhere shows it</source>
        <translation>在浏览器中打开，如远程存档所示</translation>
    </message>
    <message>
        <source>Stop asking</source>
        <translation>停止查询</translation>
    </message>
    <message>
        <source>Store this capture with its original time</source>
        <translation>按原来的时间存入这次抓取</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>The archive elsewhere gave nothing.</source>
        <translation>远程存档没有给出内容。</translation>
    </message>
    <message>
        <source>Ways to look at it</source>
        <translation>查看方式</translation>
    </message>
    <message>
        <source>“{name}”, {date}</source>
        <translation>“{name}”，{date}</translation>
    </message>
    <message>
        <source>“{name}”, {date}, and ours</source>
        <translation>“{name}”，{date}，与本地比较</translation>
    </message>
</context>
<context>
    <name>LooksModel</name>
    <message>
        <source>Address</source>
        <translation>网址</translation>
    </message>
    <message>
        <source>Looked at</source>
        <translation>浏览时间</translation>
    </message>
    <message>
        <source>The version that was looked at, by the moment of its capture</source>
        <translation>所看的版本，以抓取时间表示</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Version of</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>What the page is called</source>
        <translation>网页的标题</translation>
    </message>
    <message>
        <source>When it was looked at</source>
        <translation>何时看的</translation>
    </message>
    <message>
        <source>Where the page lives</source>
        <translation>网页所在的网址</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>The language changes when the work that is running has finished.</source>
        <translation>正在进行的工作完成后，语言将会更改。</translation>
    </message>
    <message>
        <source>Tianwang Explorer</source>
        <translation>Tianwang Explorer</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>{archive} as it was on {day} – Tianwang Explorer</source>
        <translation>{archive}（{day} 的样子）– Tianwang Explorer</translation>
    </message>
    <message>
        <source>{archive} – Tianwang Explorer</source>
        <translation>{archive} – Tianwang Explorer</translation>
    </message>
</context>
<context>
    <name>Manners</name>
    <message>
        <source>&amp;Respect what sites ask of crawlers (robots.txt)</source>
        <translation>遵守网站 robots.txt 的要求(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Wait between requests</source>
        <translation>请求间隔(&amp;W)</translation>
    </message>
    <message>
        <source>Addresses on this computer wait like the others: only where all are here, the wait is 0.</source>
        <translation>本机上的地址与其他地址一样等待：只有全部地址都在本机时，等待时间才为 0。</translation>
    </message>
    <message>
        <source>Fetch &amp;images, style sheets and scripts too</source>
        <translation>同时获取图片、样式表和脚本(&amp;I)</translation>
    </message>
    <message>
        <source>How long to wait between two requests to the same host</source>
        <translation>对同一主机的两次请求之间等待的时间</translation>
    </message>
    <message>
        <source>Leaves out what a site asks crawlers not to visit, and keeps its pace</source>
        <translation>跳过网站要求抓取程序不要访问的内容，并遵守其访问频率</translation>
    </message>
    <message>
        <source>Sites of this computer need no wait: it is 0 as long as all addresses are here.</source>
        <translation>本机上的网站无需等待：只要全部地址都在本机，等待时间即为 0。</translation>
    </message>
    <message>
        <source>What pages need to look as they do, also from other hosts</source>
        <translation>网页正常显示所需的资源，包括其他主机上的资源</translation>
    </message>
</context>
<context>
    <name>MapBar</name>
    <message>
        <source>Addresses that are not in the archive</source>
        <translation>不在存档库中的地址</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>All sites</source>
        <translation>所有站点</translation>
    </message>
    <message>
        <source>Arranged by</source>
        <translation>排列</translation>
    </message>
    <message>
        <source>Better addresses (canonical)</source>
        <translation>规范地址（canonical）</translation>
    </message>
    <message>
        <source>Clicks</source>
        <translation>点击数</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Fitting</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Hosts, one node each</source>
        <translation>主机，每个一个节点</translation>
    </message>
    <message>
        <source>How nodes are arranged: by their folders, by clicks from the home page, by links</source>
        <translation>节点的排列方式：按文件夹、按离首页的点击数、按链接</translation>
    </message>
    <message>
        <source>Kinds of links and of nodes</source>
        <translation>链接和节点的种类</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>分层</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>链接</translation>
    </message>
    <message>
        <source>Links in what pages say</source>
        <translation>正文中的链接</translation>
    </message>
    <message>
        <source>Links that the template of the site repeats</source>
        <translation>站点模板重复的链接</translation>
    </message>
    <message>
        <source>Lists: sitemaps and feeds</source>
        <translation>列表：站点地图和订阅</translation>
    </message>
    <message>
        <source>Of the chosen page</source>
        <translation>所选网页的</translation>
    </message>
    <message>
        <source>Parts of pages</source>
        <translation>网页的组成部分</translation>
    </message>
    <message>
        <source>Pictures, style sheets and other parts of pages</source>
        <translation>图片、样式表等网页组成部分</translation>
    </message>
    <message>
        <source>Redirects</source>
        <translation>重定向</translation>
    </message>
    <message>
        <source>Rings</source>
        <translation>圆环</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>The form of the tree</source>
        <translation>树的形状</translation>
    </message>
    <message>
        <source>What is shown: sites, or all hosts as one node each</source>
        <translation>显示的内容：站点，或每个主机一个节点</translation>
    </message>
    <message>
        <source>What the colour says: type, answer of the server, clicks, change since the crawl before, community</source>
        <translation>节点颜色的含义：类型、服务器的应答、点击数、与上一次抓取相比的变化、群组</translation>
    </message>
    <message>
        <source>What the size of a node says: its rank, how many links lead there, nothing</source>
        <translation>节点大小的含义：排名、指向它的链接数，或无含义</translation>
    </message>
    <message>
        <source>Which links are drawn</source>
        <translation>画出哪些链接</translation>
    </message>
    <message>
        <source>as</source>
        <translation>形状</translation>
    </message>
</context>
<context>
    <name>MapCanvas</name>
    <message>
        <source>Picture of the links</source>
        <translation>链接的图</translation>
    </message>
</context>
<context>
    <name>MapView</name>
    <message numerus="yes">
        <source>%Ln click(s) from the home page</source>
        <translation>
            <numerusform>离首页 %Ln 次点击</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln entry(ies)</source>
        <translation>
            <numerusform>%Ln 项</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln folded into it</source>
        <translation>
            <numerusform>折叠了 %Ln 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln found</source>
        <translation>
            <numerusform>找到 %Ln 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln host(s)</source>
        <translation>
            <numerusform>%Ln 个主机</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln link(s)</source>
        <translation>
            <numerusform>%Ln 个链接</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more left out</source>
        <translation>
            <numerusform>另有 %Ln 个未显示</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln 个网页</numerusform>
        </translation>
    </message>
    <message>
        <source>Answer {status}</source>
        <translation>应答 {status}</translation>
    </message>
    <message>
        <source>Choose another site, or another kind of node in the filter.</source>
        <translation>请选择另一个站点，或在筛选中选择另一种节点。</translation>
    </message>
    <message>
        <source>Copy the address</source>
        <translation>复制地址</translation>
    </message>
    <message>
        <source>Crawl or import pages: the map then shows how they link to each other.</source>
        <translation>抓取或导入网页后，这里会显示它们如何互相链接。</translation>
    </message>
    <message>
        <source>Day of the picture</source>
        <translation>图的时刻</translation>
    </message>
    <message>
        <source>Day of the second picture</source>
        <translation>第二张图的时刻</translation>
    </message>
    <message>
        <source>Drawing the link map</source>
        <translation>正在绘制链接图</translation>
    </message>
    <message>
        <source>Drawing the map was called off.</source>
        <translation>链接图的绘制已取消。</translation>
    </message>
    <message>
        <source>Each page is read once for this; the bar below shows how far it is.</source>
        <translation>为此每个网页会被读取一次；进度显示在下方。</translation>
    </message>
    <message>
        <source>Export the link map</source>
        <translation>导出链接图</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Fold all: one node for each folder or community</source>
        <translation>全部折叠：每个文件夹或群组一个节点</translation>
    </message>
    <message>
        <source>Fold its community</source>
        <translation>折叠它的群组</translation>
    </message>
    <message>
        <source>Fold what lies below</source>
        <translation>折叠下层</translation>
    </message>
    <message>
        <source>Gathering the links…</source>
        <translation>正在收集链接…</translation>
    </message>
    <message>
        <source>Larger (+)</source>
        <translation>放大（+）</translation>
    </message>
    <message>
        <source>Link map</source>
        <translation>链接图</translation>
    </message>
    <message>
        <source>No links yet</source>
        <translation>还没有链接</translation>
    </message>
    <message>
        <source>No page is shown here</source>
        <translation>这里没有可显示的网页</translation>
    </message>
    <message>
        <source>No way leads there</source>
        <translation>没有路径到达</translation>
    </message>
    <message>
        <source>Nodes of the link map</source>
        <translation>链接图的节点</translation>
    </message>
    <message>
        <source>Not in the archive</source>
        <translation>不在存档库中</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open in a new tab</source>
        <translation>在新标签页中打开</translation>
    </message>
    <message>
        <source>Open it again to go on.</source>
        <translation>再次打开即可继续。</translation>
    </message>
    <message>
        <source>See all (F)</source>
        <translation>显示全部（F）</translation>
    </message>
    <message>
        <source>Smaller (−)</source>
        <translation>缩小（−）</translation>
    </message>
    <message>
        <source>The links could not be read.</source>
        <translation>无法读取链接。</translation>
    </message>
    <message>
        <source>The picture is in {path}.</source>
        <translation>图已保存到 {path}。</translation>
    </message>
    <message>
        <source>Title or address of a page; Enter goes to the next one</source>
        <translation>网页的标题或地址；按 Enter 转到下一个</translation>
    </message>
    <message>
        <source>Two dates beside each other</source>
        <translation>两个时刻并排</translation>
    </message>
    <message>
        <source>Unfold</source>
        <translation>展开</translation>
    </message>
    <message>
        <source>Unfold all</source>
        <translation>全部展开</translation>
    </message>
    <message>
        <source>Write the picture as SVG or PNG</source>
        <translation>把图保存为 SVG 或 PNG</translation>
    </message>
    <message>
        <source>Writing the picture</source>
        <translation>正在保存图</translation>
    </message>
    <message>
        <source>{into} in, {out} out</source>
        <translation>链入 {into}，链出 {out}</translation>
    </message>
</context>
<context>
    <name>MarksBar</name>
    <message>
        <source>, </source>
        <comment>between tags</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>A star was given.</source>
        <translation>已加星标。</translation>
    </message>
    <message>
        <source>A version of this page has a star. Give one to the page</source>
        <translation>此网页的一个版本有星标。给网页加星标</translation>
    </message>
    <message>
        <source>Add a tag</source>
        <translation>添加标签</translation>
    </message>
    <message>
        <source>Enter adds the tag, Esc leaves it; several are separated by commas</source>
        <translation>按 Enter 添加标签，按 Esc 放弃；多个标签用逗号分隔</translation>
    </message>
    <message>
        <source>Find all pages with the tag “{tag}”</source>
        <translation>查找带有标签“{tag}”的所有网页</translation>
    </message>
    <message>
        <source>Give a star</source>
        <translation>加星标</translation>
    </message>
    <message>
        <source>New tag</source>
        <translation>新标签</translation>
    </message>
    <message>
        <source>Note: {text}</source>
        <translation>笔记：{text}</translation>
    </message>
    <message>
        <source>On this version alone.</source>
        <translation>仅属于此版本。</translation>
    </message>
    <message>
        <source>Star, tags and note for the version on screen alone</source>
        <translation>星标、标签和笔记只用于当前显示的版本</translation>
    </message>
    <message>
        <source>Tag {tag}</source>
        <translation>标签 {tag}</translation>
    </message>
    <message>
        <source>Tagged: {tags}</source>
        <translation>已添加标签：{tags}</translation>
    </message>
    <message>
        <source>Tag…</source>
        <translation>标签…</translation>
    </message>
    <message>
        <source>Take the star away</source>
        <translation>取消星标</translation>
    </message>
    <message>
        <source>Take the tag “{tag}” away</source>
        <translation>移除标签“{tag}”</translation>
    </message>
    <message>
        <source>The note is gone.</source>
        <translation>笔记已删除。</translation>
    </message>
    <message>
        <source>The note is kept.</source>
        <translation>笔记已保存。</translation>
    </message>
    <message>
        <source>The star is gone.</source>
        <translation>已取消星标。</translation>
    </message>
    <message>
        <source>The tag “{tag}” is gone.</source>
        <translation>已移除标签“{tag}”。</translation>
    </message>
    <message>
        <source>What you wrote was not kept.</source>
        <translation>写下的内容没有保留。</translation>
    </message>
    <message>
        <source>Write a note</source>
        <translation>写笔记</translation>
    </message>
    <message>
        <source>Write on</source>
        <translation>继续写</translation>
    </message>
    <message>
        <source>{tip} ({keys})</source>
        <translation>{tip} ({keys})</translation>
    </message>
</context>
<context>
    <name>MarksMenu</name>
    <message>
        <source>Add a &amp;tag…</source>
        <translation>添加标签(&amp;T)…</translation>
    </message>
    <message>
        <source>Give a &amp;star</source>
        <translation>加星标(&amp;S)</translation>
    </message>
    <message>
        <source>Star an&amp;d tags</source>
        <translation>星标和标签(&amp;D)</translation>
    </message>
    <message>
        <source>Take the &amp;star away</source>
        <translation>取消星标(&amp;S)</translation>
    </message>
</context>
<context>
    <name>MembersModel</name>
    <message>
        <source>Date</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
</context>
<context>
    <name>MessageBar</name>
    <message>
        <source>Dismiss this message</source>
        <translation>关闭此消息</translation>
    </message>
    <message>
        <source>Show the whole message</source>
        <translation>显示完整消息</translation>
    </message>
</context>
<context>
    <name>Months</name>
    <message>
        <source>When it came or went</source>
        <translation>出现或消失的时间</translation>
    </message>
    <message>
        <source>When it was said</source>
        <translation>出现的时间</translation>
    </message>
    <message>
        <source>{month}: {count}</source>
        <translation>{month}：{count}</translation>
    </message>
</context>
<context>
    <name>MoreSettings</name>
    <message>
        <source>&amp;More settings</source>
        <translation>更多设置(&amp;M)</translation>
    </message>
    <message>
        <source>A word of its name or its explanation</source>
        <translation>名称或说明中的词语</translation>
    </message>
    <message>
        <source>Everything else that can be set, in groups</source>
        <translation>其余所有设置，分组排列</translation>
    </message>
    <message>
        <source>Find a setting</source>
        <translation>查找设置</translation>
    </message>
    <message>
        <source>No setting has these words.</source>
        <translation>没有设置包含这些词语。</translation>
    </message>
</context>
<context>
    <name>NodesModel</name>
    <message>
        <source>Addresses it has found and brought to the nodes that own their hosts</source>
        <translation>它发现并已送交给主机所属节点的地址数</translation>
    </message>
    <message>
        <source>Addresses that wait in its queue</source>
        <translation>在它队列中等待的地址数</translation>
    </message>
    <message>
        <source>Answers in a second</source>
        <translation>每秒得到的应答数</translation>
    </message>
    <message>
        <source>Heard of</source>
        <translation>上次消息</translation>
    </message>
    <message>
        <source>Hosts</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>How long ago it last reported</source>
        <translation>距它上次报告的时间</translation>
    </message>
    <message>
        <source>How many of the pages shown lead there</source>
        <translation>所显示的网页中有多少链接到它</translation>
    </message>
    <message>
        <source>In</source>
        <translation>链入</translation>
    </message>
    <message>
        <source>Its share of all hosts: it alone asks these</source>
        <translation>它在所有主机中所占的份额：这些主机只由它访问</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Out</source>
        <translation>链出</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>网页</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>网页</translation>
    </message>
    <message>
        <source>Pages that servers answered to it</source>
        <translation>服务器应答它的网页数</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>已送交</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>The computer it runs on</source>
        <translation>它所在的计算机</translation>
    </message>
    <message>
        <source>The name of the node</source>
        <translation>节点的名称</translation>
    </message>
    <message>
        <source>Title, or the end of the address</source>
        <translation>标题，或地址的末尾</translation>
    </message>
    <message>
        <source>To how many of the pages shown it leads</source>
        <translation>它链接到所显示的多少个网页</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>What it is at</source>
        <translation>它正在做什么</translation>
    </message>
</context>
<context>
    <name>NoteEditor</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Delete the note; that can be undone</source>
        <translation>删除笔记，可以撤销</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Keep the note (Ctrl+Enter)</source>
        <translation>保存笔记 (Ctrl+Enter)</translation>
    </message>
    <message>
        <source>Leave the note as it was (Esc)</source>
        <translation>保留原来的笔记 (Esc)</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>What you want to remember of it</source>
        <translation>想记住的内容</translation>
    </message>
</context>
<context>
    <name>Orders</name>
    <message numerus="yes">
        <source>%Ln address(es) left out: the crawl does not wait for them.</source>
        <translation>
            <numerusform>已略去 %Ln 个地址：抓取不再等待它们。</numerusform>
        </translation>
    </message>
    <message>
        <source>The crawl goes on with {host}.</source>
        <translation>抓取继续处理 {host}。</translation>
    </message>
    <message>
        <source>{address} is queued and will be fetched.</source>
        <translation>{address} 已加入队列，即将获取。</translation>
    </message>
    <message>
        <source>{address} is queued. It will be fetched when this crawl is continued.</source>
        <translation>{address} 已加入队列。继续此抓取时将获取它。</translation>
    </message>
    <message>
        <source>{address} was not queued: it is done or under way, or its host is skipped.</source>
        <translation>{address} 未加入队列：它已完成或正在处理，或其主机已被跳过。</translation>
    </message>
    <message>
        <source>{host} is held: nothing more is asked of it until you go on.</source>
        <translation>{host} 已暂停：在您继续之前不再向其请求。</translation>
    </message>
    <message>
        <source>{host} is skipped: what is queued of it is left out.</source>
        <translation>{host} 已跳过：其队列中的地址不再收录。</translation>
    </message>
</context>
<context>
    <name>OtherPageSheet</name>
    <message>
        <source>&amp;Compare</source>
        <translation>比较(&amp;C)</translation>
    </message>
    <message>
        <source>A part of the title or address of the other page</source>
        <translation>另一个页面的标题或网址的一部分</translation>
    </message>
    <message>
        <source>Choose a page, or type more of its title or address.</source>
        <translation>请选择一个页面，或多输入一些标题或网址。</translation>
    </message>
    <message>
        <source>Compare with another page</source>
        <translation>与其他页面比较</translation>
    </message>
    <message>
        <source>Nothing of this page can be compared.</source>
        <translation>此页面没有可比较的内容。</translation>
    </message>
    <message>
        <source>Pages that were found</source>
        <translation>找到的页面</translation>
    </message>
    <message>
        <source>Show both side by side (Enter)</source>
        <translation>并排显示两者（回车）</translation>
    </message>
    <message>
        <source>That is the version on screen itself. Choose another page.</source>
        <translation>这就是屏幕上的版本，请选择另一个页面。</translation>
    </message>
    <message>
        <source>The newest version of the other page is taken; another can be chosen there.</source>
        <translation>取另一个页面的最新版本；比较时可另选版本。</translation>
    </message>
    <message>
        <source>The other page</source>
        <translation>另一个页面</translation>
    </message>
    <message>
        <source>This version</source>
        <translation>此版本</translation>
    </message>
    <message>
        <source>Title or address…</source>
        <translation>标题或网址…</translation>
    </message>
</context>
<context>
    <name>OutcomeList</name>
    <message>
        <source>What became of the addresses</source>
        <translation>各地址的结果</translation>
    </message>
</context>
<context>
    <name>OutcomeModel</name>
    <message>
        <source>{what}: {count}</source>
        <translation>{what}：{count}</translation>
    </message>
</context>
<context>
    <name>Overview</name>
    <message>
        <source>&amp;Find more like these</source>
        <translation>查找更多类似网页(&amp;F)</translation>
    </message>
    <message>
        <source>All hosts are waiting for their turn: each is asked no faster than its delay.</source>
        <translation>所有主机都在等待：对每台主机的请求都不会快于其间隔。</translation>
    </message>
    <message>
        <source>Captures and errors a second</source>
        <translation>每秒采集数与错误数</translation>
    </message>
    <message>
        <source>Collections</source>
        <translation>集合</translation>
    </message>
    <message>
        <source>Last minutes</source>
        <translation>最近几分钟</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>正在查找…</translation>
    </message>
    <message>
        <source>Propose other pages, to be accepted or refused one by one</source>
        <translation>提出其他网页，由您逐个接受或拒绝</translation>
    </message>
    <message>
        <source>Search forms: {forms} · words asked: {words} · pages found: {pages}</source>
        <translation>搜索表单：{forms} · 查询的词：{words} · 找到的网页：{pages}</translation>
    </message>
    <message>
        <source>Show only the last five minutes, or the whole crawl</source>
        <translation>只显示最近五分钟，或显示整个抓取过程</translation>
    </message>
    <message>
        <source>The crawl is paused. Nothing is asked for until it goes on.</source>
        <translation>抓取已暂停。继续之前不再请求任何内容。</translation>
    </message>
    <message>
        <source>This crawl is not running.</source>
        <translation>此抓取未在运行。</translation>
    </message>
    <message>
        <source>What became of the addresses</source>
        <translation>各地址的结果</translation>
    </message>
    <message>
        <source>What the workers do</source>
        <translation>各工作线程正在做什么</translation>
    </message>
    <message>
        <source>Workers</source>
        <translation>工作线程</translation>
    </message>
    <message>
        <source>Workers: {busy} of {all} busy</source>
        <translation>工作线程：{all} 个中有 {busy} 个在忙</translation>
    </message>
    <message>
        <source>{count} ({new} new)</source>
        <translation>{count}（{new} 个新）</translation>
    </message>
    <message numerus="yes">
        <source>{name}, %Ln page(s)</source>
        <translation>
            <numerusform>{name}，%Ln 个网页</numerusform>
        </translation>
    </message>
    <message>
        <source>{workers}, {count} of them with the browser</source>
        <translation>{workers}，其中 {count} 个使用浏览器</translation>
    </message>
</context>
<context>
    <name>PageArea</name>
    <message>
        <source>Choose a page in the tree to see it here.</source>
        <translation>在树中选择一个网页，即可在此查看。</translation>
    </message>
    <message>
        <source>Crawl this address…</source>
        <translation>抓取此地址…</translation>
    </message>
    <message>
        <source>Fetch it into the archive</source>
        <translation>将其抓取到存档库中</translation>
    </message>
    <message>
        <source>Fetch this page now</source>
        <translation>立即抓取此页面</translation>
    </message>
    <message>
        <source>Go to its first day</source>
        <translation>转到它的第一天</translation>
    </message>
    <message>
        <source>Its first capture: {date}</source>
        <translation>首次采集：{date}</translation>
    </message>
    <message>
        <source>Pages are shown here.</source>
        <translation>网页将显示在这里。</translation>
    </message>
    <message>
        <source>Show the archive as it was on the day of the first capture</source>
        <translation>显示存档库在首次采集那天的样子</translation>
    </message>
    <message>
        <source>This address is not in the archive.</source>
        <translation>此地址不在存档库中。</translation>
    </message>
    <message>
        <source>This page alone, with the settings of the last crawl of its site</source>
        <translation>只抓取这一页，沿用该站点上次抓取的设置</translation>
    </message>
    <message>
        <source>This page was not in the archive yet on {day}.</source>
        <translation>{day}，存档库中还没有这个网页。</translation>
    </message>
    <message>
        <source>What the crawls of this archive say about it</source>
        <translation>此存档库的抓取对它的记录</translation>
    </message>
    <message>
        <source>Why is it not here?</source>
        <translation>为什么不在这里？</translation>
    </message>
    <message>
        <source>You can look at any of its versions, read its text, and compare two versions side by side.</source>
        <translation>可以查看它的任意版本、阅读文本，并排比较两个版本。</translation>
    </message>
</context>
<context>
    <name>PageFindBar</name>
    <message>
        <source>Look in the text</source>
        <translation>在文本中查找</translation>
    </message>
    <message>
        <source>The text of a page may say more than is seen of it</source>
        <translation>网页的文本可能比看到的更多</translation>
    </message>
</context>
<context>
    <name>PageHeader</name>
    <message numerus="yes">
        <source>%n answered with an error</source>
        <translation>
            <numerusform>%n 项返回错误</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n resource(s) missing</source>
        <translation>
            <numerusform>缺失 %n 项资源</numerusform>
        </translation>
    </message>
    <message>
        <source>Copy all addresses</source>
        <translation>复制所有地址</translation>
    </message>
    <message>
        <source>Copy the address (Ctrl+Shift+C)</source>
        <translation>复制地址 (Ctrl+Shift+C)</translation>
    </message>
    <message>
        <source>Crawl again</source>
        <translation>再次抓取</translation>
    </message>
    <message>
        <source>Crawl exactly these addresses, as they are today, and show the page again</source>
        <translation>只抓取这些网址今天的内容，然后重新显示页面</translation>
    </message>
    <message>
        <source>Damaged</source>
        <translation>已损坏</translation>
    </message>
    <message>
        <source>Drag this into a folder or another program to copy the document there</source>
        <translation>拖到文件夹或其他程序中，即可把文档复制过去</translation>
    </message>
    <message>
        <source>Fetch this page once more, with the settings of the last crawl (Ctrl+Alt+A)</source>
        <translation>按上一次抓取的设置重新获取此页面（Ctrl+Alt+A）</translation>
    </message>
    <message>
        <source>Fetch what is missing</source>
        <translation>抓取缺失的资源</translation>
    </message>
    <message>
        <source>Missing resources</source>
        <translation>缺失的资源</translation>
    </message>
    <message>
        <source>Open this address in the browser, as it is today (Ctrl+Shift+B)</source>
        <translation>在浏览器中打开此地址的当前网页 (Ctrl+Shift+B)</translation>
    </message>
    <message>
        <source>Save this document as it was received</source>
        <translation>按收到时的原样保存此文档</translation>
    </message>
    <message>
        <source>Seen unchanged {date}</source>
        <translation>{date} 重访，内容未变</translation>
    </message>
    <message>
        <source>The only version, {date}</source>
        <translation>唯一版本，{date}</translation>
    </message>
    <message>
        <source>The page needs these and the archive does not hold them. Click to list or to fetch them.</source>
        <translation>页面需要这些资源，而存档库中没有。点击可列出或抓取它们。</translation>
    </message>
    <message>
        <source>This capture is damaged: {reason}.</source>
        <translation>此采集已损坏：{reason}。</translation>
    </message>
    <message>
        <source>Version {n} of {total}, {date}</source>
        <translation>第 {n} 个版本，共 {total} 个，{date}</translation>
    </message>
    <message>
        <source>{type}, {size}</source>
        <translation>{type}，{size}</translation>
    </message>
</context>
<context>
    <name>PageMenu</name>
    <message>
        <source>&amp;Compare the last two versions</source>
        <translation>比较最近两个版本(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Compare these two pages</source>
        <translation>比较这两个页面(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>导出(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>打开(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;What changed on this site…</source>
        <translation>此网站有何变化(&amp;W)…</translation>
    </message>
    <message>
        <source>C&amp;rawl with other settings…</source>
        <translation>用其他设置抓取(&amp;R)…</translation>
    </message>
    <message>
        <source>Ca&amp;lendar…</source>
        <translation>日历(&amp;L)…</translation>
    </message>
    <message>
        <source>Copy &amp;address</source>
        <translation>复制地址(&amp;A)</translation>
    </message>
    <message>
        <source>Crawl the whole s&amp;ite again</source>
        <translation>再次抓取整个站点(&amp;I)</translation>
    </message>
    <message>
        <source>Link &amp;map of this folder</source>
        <translation>此文件夹的链接图(&amp;M)</translation>
    </message>
    <message>
        <source>Link &amp;map of this site</source>
        <translation>此站点的链接图(&amp;M)</translation>
    </message>
    <message>
        <source>Open in &amp;browser (the page as it is today)</source>
        <translation>在浏览器中打开当前网页(&amp;B)</translation>
    </message>
    <message>
        <source>Open in a new &amp;tab</source>
        <translation>在新标签页中打开(&amp;T)</translation>
    </message>
    <message>
        <source>Open in a&amp;nother program</source>
        <translation>用其他程序打开(&amp;N)</translation>
    </message>
</context>
<context>
    <name>PageStrip</name>
    <message>
        <source>Drawing page {n}…</source>
        <translation>正在绘制第 {n} 页…</translation>
    </message>
    <message>
        <source>This page cannot be drawn.</source>
        <translation>此页无法绘制。</translation>
    </message>
</context>
<context>
    <name>PageTab</name>
    <message>
        <source>As LibreOffice shows it</source>
        <translation>由 LibreOffice 显示</translation>
    </message>
    <message>
        <source>Find this value on all pages like it: a price, a date, a name</source>
        <translation>在所有类似网页上找到这个值：价格、日期、名称</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>前往</translation>
    </message>
    <message>
        <source>It could be played here if the system had the package {package}. It can be opened in another program.</source>
        <translation>系统装有软件包 {package} 时可在这里播放。可以用其他程序打开。</translation>
    </message>
    <message>
        <source>LibreOffice lays this document out…</source>
        <translation>LibreOffice 正在排版此文档…</translation>
    </message>
    <message>
        <source>Open the address this one leads to</source>
        <translation>打开此地址指向的目标</translation>
    </message>
    <message>
        <source>Save original</source>
        <translation>保存原始文件</translation>
    </message>
    <message>
        <source>Teach a field…</source>
        <translation>教一个字段…</translation>
    </message>
    <message>
        <source>This address leads to another one.</source>
        <translation>此地址重定向到另一个地址。</translation>
    </message>
    <message>
        <source>This version has no content.</source>
        <translation>此版本没有内容。</translation>
    </message>
    <message>
        <source>This {type} cannot be played here. It can be opened in another program.</source>
        <translation>这个{type}不能在这里播放。可以用其他程序打开。</translation>
    </message>
    <message>
        <source>Where LibreOffice is installed it is shown here as it looks.</source>
        <translation>安装了 LibreOffice，就会在这里按原样显示。</translation>
    </message>
</context>
<context>
    <name>PageTabs</name>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;New tab</source>
        <translation>新建标签页(&amp;N)</translation>
    </message>
    <message>
        <source>Close the &amp;others</source>
        <translation>关闭其他标签页(&amp;O)</translation>
    </message>
    <message>
        <source>New tab</source>
        <translation>新标签页</translation>
    </message>
    <message>
        <source>New tab (Ctrl+T)</source>
        <translation>新建标签页（Ctrl+T）</translation>
    </message>
</context>
<context>
    <name>PageTree</name>
    <message>
        <source>As &amp;usual</source>
        <translation>恢复默认(&amp;U)</translation>
    </message>
    <message>
        <source>Those that there is room for</source>
        <translation>只显示宽度容得下的列</translation>
    </message>
</context>
<context>
    <name>PageViews</name>
    <message>
        <source>All that is known about this version</source>
        <translation>此版本的全部信息</translation>
    </message>
    <message>
        <source>As it looked</source>
        <translation>网页当时的样子</translation>
    </message>
    <message>
        <source>As it was received</source>
        <translation>收到时的原样</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>分块</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详细信息</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>链接</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>网页</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>源代码</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>The text, to read</source>
        <translation>可供阅读的文本</translation>
    </message>
    <message>
        <source>Ways to look at this page</source>
        <translation>查看此网页的方式</translation>
    </message>
    <message>
        <source>What it is made of, and how each part changed</source>
        <translation>由哪些部分组成，各部分如何变化</translation>
    </message>
    <message>
        <source>Where it leads</source>
        <translation>链接到哪些地址</translation>
    </message>
</context>
<context>
    <name>Paper</name>
    <message>
        <source>Preparing the pages</source>
        <translation>正在准备页面</translation>
    </message>
</context>
<context>
    <name>PdfView</name>
    <message>
        <source>As wide as there is room</source>
        <translation>适合宽度</translation>
    </message>
    <message>
        <source>Larger (Ctrl++, or Ctrl and the wheel)</source>
        <translation>放大（Ctrl++，或按住 Ctrl 滚动滚轮）</translation>
    </message>
    <message>
        <source>Open a copy in the program that this computer has for it</source>
        <translation>用本机的相应程序打开一份副本</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>页码</translation>
    </message>
    <message>
        <source>Pages of the document</source>
        <translation>文档页面</translation>
    </message>
    <message>
        <source>Read the text of this document</source>
        <translation>阅读此文档的文字</translation>
    </message>
    <message>
        <source>Save original…</source>
        <translation>保存原件…</translation>
    </message>
    <message>
        <source>Save the document as it was received</source>
        <translation>按收到时的原样保存文档</translation>
    </message>
    <message>
        <source>Show text</source>
        <translation>显示文字</translation>
    </message>
    <message>
        <source>Small pages to choose from</source>
        <translation>可供选择的页面缩略图</translation>
    </message>
    <message>
        <source>Smaller (Ctrl+-, or Ctrl and the wheel)</source>
        <translation>缩小（Ctrl+-，或按住 Ctrl 滚动滚轮）</translation>
    </message>
    <message>
        <source>The page in sight; type a number to go there</source>
        <translation>当前页；输入页码可跳转</translation>
    </message>
    <message>
        <source>of {count}</source>
        <translation>共 {count} 页</translation>
    </message>
</context>
<context>
    <name>PictureSurface</name>
    <message>
        <source>Picture of this version</source>
        <translation>此版本的图像</translation>
    </message>
</context>
<context>
    <name>PlaceTabs</name>
    <message>
        <source>Collections</source>
        <translation>集合</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>网页</translation>
    </message>
    <message>
        <source>Pages or collections</source>
        <translation>网页或集合</translation>
    </message>
    <message>
        <source>The pages of the archive as a tree</source>
        <translation>存档的网页，按目录树</translation>
    </message>
    <message>
        <source>What belongs together: categories, kinds, duplicates, saved searches, tags</source>
        <translation>彼此相关的内容：分类、种类、重复内容、已保存的搜索、标签</translation>
    </message>
</context>
<context>
    <name>PlanRow</name>
    <message>
        <source>&amp;Duplicate</source>
        <translation>复制(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Go on with the timetable</source>
        <translation>恢复时间表(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Pause the timetable</source>
        <translation>暂停时间表(&amp;P)</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>更改…</translation>
    </message>
    <message>
        <source>De&amp;lete…</source>
        <translation>删除(&amp;L)…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Delete “{name}”? What it has captured stays.</source>
        <translation>删除“{name}”吗？它已采集的内容会保留。</translation>
    </message>
    <message>
        <source>Is running now</source>
        <translation>正在运行</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Last run: {date}</source>
        <translation>上次运行：{date}</translation>
    </message>
    <message>
        <source>Last run: {date}, {state}, {pages}</source>
        <translation>上次运行：{date}，{state}，{pages}</translation>
    </message>
    <message>
        <source>Leave it as it is</source>
        <translation>保持原样</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Never run yet</source>
        <translation>尚未运行</translation>
    </message>
    <message>
        <source>Next visit: {moment} ({timetable})</source>
        <translation>下次访问：{moment}（{timetable}）</translation>
    </message>
    <message>
        <source>Run now</source>
        <translation>立即运行</translation>
    </message>
    <message>
        <source>Runs when you ask for it</source>
        <translation>需要时由您运行</translation>
    </message>
    <message>
        <source>Runs {timetable}</source>
        <translation>{timetable}运行</translation>
    </message>
    <message>
        <source>Take it off the list</source>
        <translation>从列表中删除</translation>
    </message>
    <message>
        <source>Timetable paused ({timetable})</source>
        <translation>时间表已暂停（{timetable}）</translation>
    </message>
    <message>
        <source>Waits until nothing else is running</source>
        <translation>等待其他任务完成</translation>
    </message>
    <message numerus="yes">
        <source>{address} and %Ln more</source>
        <translation>
            <numerusform>{address} 及另外 %Ln 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Player</name>
    <message>
        <source>Drag or click to go there; ← and → go five seconds</source>
        <translation>拖动或点击可跳到该处；← 和 → 移动五秒</translation>
    </message>
    <message>
        <source>Go on (Space)</source>
        <translation>继续（空格）</translation>
    </message>
    <message>
        <source>Pause (Space)</source>
        <translation>暂停（空格）</translation>
    </message>
    <message>
        <source>Place in the recording</source>
        <translation>播放位置</translation>
    </message>
    <message>
        <source>Sound on or off (M)</source>
        <translation>打开或关闭声音（M）</translation>
    </message>
    <message>
        <source>Stop, and show the document</source>
        <translation>停止并显示文档</translation>
    </message>
    <message>
        <source>Volume</source>
        <translation>音量</translation>
    </message>
    <message>
        <source>{place} of {length}</source>
        <comment>time of a recording</comment>
        <translation>{place}，共 {length}</translation>
    </message>
</context>
<context>
    <name>Preferences</name>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Contact told to servers (web or e-mail address)</source>
        <translation>告知服务器的联系方式（网址或邮箱）(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Fetches at a time</source>
        <translation>并发请求数(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Forget</source>
        <translation>清除(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Keep what I look at</source>
        <translation>记录我看过的网页(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;New archives are made in</source>
        <translation>新建存档库的位置(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Read archives for the search when they are opened</source>
        <translation>打开存档库时即为搜索读取其内容(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Wait between requests to a host</source>
        <translation>对同一主机的请求间隔(&amp;W)</translation>
    </message>
    <message>
        <source>A list for each archive, on this machine and for you alone; never in the archive</source>
        <translation>每个存档库一份，只保存在本机，只供您自己使用，绝不写入存档库</translation>
    </message>
    <message>
        <source>Archives</source>
        <translation>存档库</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Changes are in effect at once.</source>
        <translation>更改立即生效。</translation>
    </message>
    <message>
        <source>Choose the folder new archives are made in</source>
        <translation>选择新建存档库所在的文件夹</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Close; everything is already in effect</source>
        <translation>关闭；所有更改均已生效</translation>
    </message>
    <message>
        <source>Crawling</source>
        <translation>抓取</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Forget everything</source>
        <translation>全部清除</translation>
    </message>
    <message>
        <source>Forget everything…</source>
        <translation>全部清除…</translation>
    </message>
    <message>
        <source>Forget what was looked at in every archive</source>
        <translation>清除所有存档库的浏览历史</translation>
    </message>
    <message>
        <source>Forget what was looked at in every archive?</source>
        <translation>要清除所有存档库的浏览历史吗？</translation>
    </message>
    <message>
        <source>History</source>
        <translation>浏览历史</translation>
    </message>
    <message>
        <source>LibreOffice, where it is installed, begins by itself; otherwise it waits for a click</source>
        <translation>安装了 LibreOffice 时由它自动排版；否则等您点击后才开始</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>New archives are made in this folder</source>
        <translation>新建的存档库保存在此文件夹中</translation>
    </message>
    <message>
        <source>Otherwise the first search waits until everything has been read once</source>
        <translation>否则首次搜索须等待全部内容读取一遍</translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>首选项</translation>
    </message>
    <message>
        <source>Recogni&amp;se the text of scanned documents</source>
        <translation>识别扫描文档中的文字(&amp;S)</translation>
    </message>
    <message>
        <source>Show &amp;Office documents as they look</source>
        <translation>按原样显示 Office 文档(&amp;O)</translation>
    </message>
    <message>
        <source>The archives themselves stay as they are.</source>
        <translation>存档库本身不受影响。</translation>
    </message>
    <message>
        <source>The crawler &amp;introduces itself as</source>
        <translation>用户代理标识(&amp;I)</translation>
    </message>
    <message>
        <source>The first page of a PDF without letters, where Tesseract (tesseract-ocr) is installed</source>
        <translation>没有文字的 PDF 的首页；需要安装 Tesseract（tesseract-ocr）</translation>
    </message>
    <message>
        <source>What was looked at is forgotten.</source>
        <translation>浏览历史已清除。</translation>
    </message>
    <message>
        <source>Where the window is wide enough for them</source>
        <translation>在窗口宽度足够时显示</translation>
    </message>
    <message>
        <source>Words &amp;beside the most used icons of the toolbar</source>
        <translation>工具栏常用图标旁显示文字(&amp;B)</translation>
    </message>
</context>
<context>
    <name>Presenter</name>
    <message>
        <source>No picture of this page could be taken.</source>
        <translation>无法为此网页取得图像。</translation>
    </message>
    <message>
        <source>Reading the source…</source>
        <translation>正在读取源代码…</translation>
    </message>
    <message>
        <source>Reading the text…</source>
        <translation>正在读取文字…</translation>
    </message>
    <message>
        <source>Region {n}</source>
        <translation>区域 {n}</translation>
    </message>
    <message>
        <source>Taking a picture of the whole page…</source>
        <translation>正在取得整个网页的图像…</translation>
    </message>
    <message>
        <source>The originals can be saved and opened.</source>
        <translation>可以保存并打开原件。</translation>
    </message>
    <message>
        <source>There is no text to compare.</source>
        <translation>没有可比较的文字。</translation>
    </message>
    <message>
        <source>This version could not be read.</source>
        <translation>无法读取此版本。</translation>
    </message>
    <message>
        <source>only the beginning</source>
        <translation>仅开头部分</translation>
    </message>
    <message>
        <source>{width} × {height} pixels</source>
        <translation>{width} × {height} 像素</translation>
    </message>
    <message>
        <source>⋯ {n} lines are the same</source>
        <translation>⋯ {n} 行相同</translation>
    </message>
</context>
<context>
    <name>Preview</name>
    <message>
        <source>There is no text to show of these changes.</source>
        <translation>这些变化没有可显示的文本。</translation>
    </message>
    <message>
        <source>What changed on the chosen page</source>
        <translation>所选网页的变化</translation>
    </message>
</context>
<context>
    <name>PreviewCard</name>
    <message>
        <source> {count} stay.</source>
        <translation>有 {count} 个保留。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln address(es) to start from are new.</source>
        <translation>
            <numerusform>有 %Ln 个新的起始地址。</numerusform>
        </translation>
    </message>
    <message>
        <source>, </source>
        <comment>between parts of a list</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Changing the crawl…</source>
        <translation>正在更改抓取…</translation>
    </message>
    <message>
        <source>Do without the preview</source>
        <translation>不看预览</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>How much of the queue was looked at</source>
        <translation>已查看队列的多少</translation>
    </message>
    <message>
        <source>Looking through the queue…</source>
        <translation>正在查看队列…</translation>
    </message>
    <message>
        <source>Nothing leaves the queue, and nothing returns to it.</source>
        <translation>没有地址离开队列，也没有地址返回。</translation>
    </message>
    <message numerus="yes">
        <source>Of %Ln queued address(es)</source>
        <translation>
            <numerusform>队列中的 %Ln 个地址</numerusform>
        </translation>
    </message>
    <message>
        <source>Some of the addresses that leave the queue or return to it</source>
        <translation>离开或返回队列的部分地址</translation>
    </message>
    <message>
        <source>What the change does to the queue</source>
        <translation>更改对队列的影响</translation>
    </message>
    <message>
        <source>leaves</source>
        <translation>离开</translation>
    </message>
    <message>
        <source>returns</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>{count} leave: {reasons}.</source>
        <translation>{count} 个离开：{reasons}。</translation>
    </message>
    <message>
        <source>{count} return: {reasons}.</source>
        <translation>{count} 个返回：{reasons}。</translation>
    </message>
</context>
<context>
    <name>ProblemList</name>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Recover this file…</source>
        <translation>恢复此文件(&amp;R)…</translation>
    </message>
    <message>
        <source>&amp;Show the capture</source>
        <translation>查看此次采集(&amp;S)</translation>
    </message>
    <message>
        <source>All kinds ({count})</source>
        <translation>全部类型（{count}）</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Which problems to show</source>
        <translation>显示哪些问题</translation>
    </message>
</context>
<context>
    <name>ProblemsModel</name>
    <message>
        <source>At byte</source>
        <translation>字节位置</translation>
    </message>
    <message>
        <source>Capture</source>
        <translation>采集</translation>
    </message>
    <message>
        <source>Double click shows this capture</source>
        <translation>双击可查看此次采集</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>What is wrong</source>
        <translation>问题说明</translation>
    </message>
</context>
<context>
    <name>QAbstractFileIconProvider</name>
    <message>
        <source>%1 File</source>
        <translation>%1 文件</translation>
    </message>
    <message>
        <source>Drive</source>
        <translation>驱动器</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>File Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Shortcut</source>
        <translation>快捷方式</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>未知</translation>
    </message>
</context>
<context>
    <name>QFileDialog</name>
    <message>
        <source>&amp;Look in:</source>
        <translation>查找范围(&amp;L)</translation>
    </message>
    <message>
        <source>Files of &amp;type:</source>
        <translation>文件类型(&amp;T)</translation>
    </message>
</context>
<context>
    <name>Questions</name>
    <message>
        <source>Looking for the block</source>
        <translation>正在查找区块</translation>
    </message>
    <message>
        <source>Looking for who said it first</source>
        <translation>正在查找谁最先这样写</translation>
    </message>
    <message>
        <source>No version says it word for word.</source>
        <translation>没有哪个版本逐字这样写过。</translation>
    </message>
    <message>
        <source>Said first here, {date}: “{sentence}”</source>
        <translation>最早就写在这一页上，{date}：“{sentence}”</translation>
    </message>
    <message>
        <source>Said first {date}, on another page: “{sentence}”</source>
        <translation>最早{date}写在另一页上：“{sentence}”</translation>
    </message>
</context>
<context>
    <name>QueueModel</name>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Depth</source>
        <translation>深度</translation>
    </message>
    <message>
        <source>Found on</source>
        <translation>发现于</translation>
    </message>
    <message>
        <source>Link text</source>
        <translation>链接文字</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>分值</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>{address}
Written as {raw}</source>
        <translation>{address}
原文写作 {raw}</translation>
    </message>
    <message>
        <source>{reason}: {detail}</source>
        <translation>{reason}：{detail}</translation>
    </message>
</context>
<context>
    <name>QueueTab</name>
    <message>
        <source>&amp;Open</source>
        <translation>打开(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Take it anyway</source>
        <translation>仍然采集(&amp;T)</translation>
    </message>
    <message>
        <source>Addresses of the crawl</source>
        <translation>此抓取的地址</translation>
    </message>
    <message>
        <source>Addresses that look like an endless series: calendars, repeated folders, growing queries. They are kept here and not fetched. Take one anyway, or allow longer series in the settings of the crawl.</source>
        <translation>看起来无穷无尽的地址系列：日历、重复的文件夹、不断增长的查询串。它们保留在这里而不获取。您可以仍然采集其中某个地址，或在抓取设置中允许更长的系列。</translation>
    </message>
    <message>
        <source>All addresses</source>
        <translation>所有地址</translation>
    </message>
    <message>
        <source>Answered pages</source>
        <translation>已应答的网页</translation>
    </message>
    <message>
        <source>Any host</source>
        <translation>任何主机</translation>
    </message>
    <message>
        <source>Copy &amp;address</source>
        <translation>复制地址(&amp;A)</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Every address that was asked for has answered.</source>
        <translation>所有请求过的地址都有响应。</translation>
    </message>
    <message>
        <source>No address fits.</source>
        <translation>没有符合的地址。</translation>
    </message>
    <message>
        <source>No answer</source>
        <translation>无响应</translation>
    </message>
    <message>
        <source>No page has been answered yet.</source>
        <translation>还没有网页得到应答。</translation>
    </message>
    <message>
        <source>Nothing has been fetched yet.</source>
        <translation>尚未获取任何内容。</translation>
    </message>
    <message>
        <source>Nothing looks like a trap.</source>
        <translation>没有疑似陷阱的地址。</translation>
    </message>
    <message>
        <source>Nothing was left out.</source>
        <translation>没有未收录的地址。</translation>
    </message>
    <message>
        <source>Only &amp;this host</source>
        <translation>只看此主机(&amp;T)</translation>
    </message>
    <message>
        <source>Only addresses of this host</source>
        <translation>只显示此主机的地址</translation>
    </message>
    <message>
        <source>Only “{reason}”. Click to show all reasons</source>
        <translation>只显示“{reason}”。点击可显示所有原因</translation>
    </message>
    <message>
        <source>Open in &amp;browser</source>
        <translation>在浏览器中打开(&amp;B)</translation>
    </message>
    <message>
        <source>Open the page it was &amp;found on</source>
        <translation>打开发现它的网页(&amp;F)</translation>
    </message>
    <message>
        <source>Search addresses</source>
        <translation>搜索地址</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>Suspected traps</source>
        <translation>疑似陷阱</translation>
    </message>
    <message>
        <source>The queue is empty: nothing is waiting to be fetched.</source>
        <translation>队列为空：没有等待获取的地址。</translation>
    </message>
    <message>
        <source>This crawl knows no addresses yet.</source>
        <translation>此抓取还不知道任何地址。</translation>
    </message>
    <message>
        <source>Which addresses</source>
        <translation>显示哪些地址</translation>
    </message>
</context>
<context>
    <name>ReadingView</name>
    <message>
        <source>Text of the document</source>
        <translation>文档的文本</translation>
    </message>
</context>
<context>
    <name>RecentRow</name>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln 个网页</numerusform>
        </translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>Open {name}</source>
        <translation>打开 {name}</translation>
    </message>
    <message>
        <source>Take it off this list; the archive stays where it is</source>
        <translation>从列表中移除；存档库仍保留在原处</translation>
    </message>
    <message>
        <source>Take {name} off the list</source>
        <translation>从列表中移除 {name}</translation>
    </message>
    <message>
        <source>The folder is not there any more, or not connected</source>
        <translation>文件夹已不存在，或所在磁盘未连接</translation>
    </message>
    <message>
        <source>{pages} · {date}</source>
        <translation>{pages} · {date}</translation>
    </message>
</context>
<context>
    <name>RecoverySheet</name>
    <message>
        <source>&amp;Import it</source>
        <translation>导入(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Open folder</source>
        <translation>打开文件夹(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Write what is recovered to</source>
        <translation>恢复内容写入(&amp;W)</translation>
    </message>
    <message>
        <source>All bytes that belong to no recovered record, for experts to look at</source>
        <translation>不属于任何已恢复记录的全部字节，供专业人员查看</translation>
    </message>
    <message>
        <source>All ranges ({count})</source>
        <translation>全部区段（{count}）</translation>
    </message>
    <message>
        <source>Bytes that belong to no record any more</source>
        <translation>不再属于任何记录的字节</translation>
    </message>
    <message>
        <source>Choose the damaged file</source>
        <translation>选择损坏的文件</translation>
    </message>
    <message>
        <source>Choose the damaged file, or drop it here.</source>
        <translation>请选择损坏的文件，或将其拖放到这里。</translation>
    </message>
    <message>
        <source>Choose the name of the new file</source>
        <translation>选择新文件的名称</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Damaged &amp;file</source>
        <translation>损坏的文件(&amp;F)</translation>
    </message>
    <message>
        <source>Damaged file</source>
        <translation>损坏的文件</translation>
    </message>
    <message>
        <source>Give the whole path of the new file.</source>
        <translation>请输入新文件的完整路径。</translation>
    </message>
    <message>
        <source>Keep s&amp;uspect records too</source>
        <translation>同时保留存疑的记录(&amp;U)</translation>
    </message>
    <message>
        <source>Keep the &amp;rest in a file beside it</source>
        <translation>把其余字节另存为旁边的文件(&amp;R)</translation>
    </message>
    <message>
        <source>Re&amp;cover</source>
        <translation>恢复(&amp;C)</translation>
    </message>
    <message>
        <source>Read the damaged file and write the new one</source>
        <translation>读取损坏的文件并写入新文件</translation>
    </message>
    <message>
        <source>Reading the file… You can go on working; the bar below shows how far it is.</source>
        <translation>正在读取文件… 可以继续工作，进度显示在下方。</translation>
    </message>
    <message>
        <source>Reads every sound record of a damaged Tianwang file into a new file. The damaged file is not changed.</source>
        <translation>把损坏的天网文件中每条完好的记录写入新文件。损坏的文件不会被改动。</translation>
    </message>
    <message>
        <source>Ready: “Recover” begins.</source>
        <translation>准备就绪，单击“恢复”即可开始。</translation>
    </message>
    <message>
        <source>Records beside a damage that are well-formed although nothing proves that they are whole</source>
        <translation>损坏处旁边格式正确、但无法证明完整的记录</translation>
    </message>
    <message>
        <source>Records that are well-formed although nothing proves that they are whole</source>
        <translation>格式正确、但无法证明完整的记录</translation>
    </message>
    <message>
        <source>Records that are whole beyond doubt</source>
        <translation>确定完整的记录</translation>
    </message>
    <message>
        <source>Records whose damage could be undone</source>
        <translation>损坏已修复的记录</translation>
    </message>
    <message>
        <source>Recover a damaged file</source>
        <translation>恢复损坏的文件</translation>
    </message>
    <message>
        <source>Sa&amp;ve report…</source>
        <translation>保存报告(&amp;V)…</translation>
    </message>
    <message>
        <source>Show the new file</source>
        <translation>查看新文件</translation>
    </message>
    <message>
        <source>Stopped; nothing was kept.</source>
        <translation>已停止，没有保留任何内容。</translation>
    </message>
    <message>
        <source>Take the records into an archive</source>
        <translation>把记录导入存档库</translation>
    </message>
    <message>
        <source>There is a file of this name already; it is not overwritten. Choose another name.</source>
        <translation>已有同名文件，不会被覆盖。请换一个名称。</translation>
    </message>
    <message>
        <source>There is no such file.</source>
        <translation>没有这个文件。</translation>
    </message>
    <message>
        <source>This folder belongs to the archive. Choose one outside it.</source>
        <translation>此文件夹属于存档库，请选择存档库之外的文件夹。</translation>
    </message>
    <message>
        <source>What became of every byte</source>
        <translation>每个字节的去向</translation>
    </message>
    <message>
        <source>Which ranges to show</source>
        <translation>显示哪些区段</translation>
    </message>
    <message>
        <source>Write this report to a file</source>
        <translation>把这份报告写入文件</translation>
    </message>
    <message>
        <source>Write what is recovered to</source>
        <translation>恢复内容写入</translation>
    </message>
</context>
<context>
    <name>RecoveryWords</name>
    <message numerus="yes">
        <source>%Ln of them cannot be rebuilt, because what they build on is lost.</source>
        <translation>
            <numerusform>其中 %Ln 条的版本无法重建，因为它们所依据的内容已丢失。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln range(s) with {size} in all belong to no record any more.</source>
        <translation>
            <numerusform>%Ln 个区段（共 {size}）不再属于任何记录。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln record(s)</source>
        <translation>
            <numerusform>%Ln 条记录</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln record(s) were written to {file}.</source>
        <translation>
            <numerusform>已将 %Ln 条记录写入 {file}。</numerusform>
        </translation>
    </message>
    <message>
        <source>No record could be recovered.</source>
        <translation>没有可以恢复的记录。</translation>
    </message>
    <message>
        <source>Recovery of {file}</source>
        <translation>恢复 {file}</translation>
    </message>
    <message>
        <source>The file is not damaged.</source>
        <translation>文件没有损坏。</translation>
    </message>
    <message>
        <source>The file was once transferred as text: its line ends were changed. This was undone where possible.</source>
        <translation>该文件曾以文本方式传输，换行符被改动，已尽可能还原。</translation>
    </message>
</context>
<context>
    <name>RedirectsModel</name>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>响应</translation>
    </message>
    <message>
        <source>Ends at</source>
        <translation>最终地址</translation>
    </message>
    <message>
        <source>Redirects</source>
        <translation>重定向次数</translation>
    </message>
</context>
<context>
    <name>RedirectsTab</name>
    <message>
        <source>&amp;Copy all addresses</source>
        <translation>复制全部地址(&amp;C)</translation>
    </message>
    <message>
        <source>No address of this crawl was redirected.</source>
        <translation>此抓取中没有重定向的地址。</translation>
    </message>
    <message>
        <source>Redirects of the crawl</source>
        <translation>此抓取的重定向</translation>
    </message>
</context>
<context>
    <name>RefusalStrip</name>
    <message>
        <source>Left out: {count}</source>
        <translation>未收录：{count}</translation>
    </message>
    <message>
        <source>Nothing was left out so far</source>
        <translation>目前没有未收录的地址</translation>
    </message>
    <message>
        <source>and {count} more</source>
        <translation>以及其他 {count} 项</translation>
    </message>
    <message>
        <source>{count} · {reason}</source>
        <translation>{count} · {reason}</translation>
    </message>
    <message>
        <source>{reason} {count}</source>
        <translation>{reason} {count}</translation>
    </message>
    <message>
        <source>{reason}: show these addresses</source>
        <translation>{reason}：显示这些地址</translation>
    </message>
</context>
<context>
    <name>ReplayContext</name>
    <message>
        <source>Fetch it, or ask why it is not here</source>
        <translation>抓取此页面，或查看为何没有</translation>
    </message>
    <message>
        <source>It is the record {id} in the file {file}, from byte {offset} on.</source>
        <translation>它是文件 {file} 中从第 {offset} 字节开始的记录 {id}。</translation>
    </message>
    <message>
        <source>No version of this page near this one is whole.</source>
        <translation>此网页在它附近没有完好的版本。</translation>
    </message>
    <message>
        <source>Not in the archive</source>
        <translation>不在存档库中</translation>
    </message>
    <message>
        <source>The archive holds nothing under this address. It may be worth crawling.</source>
        <translation>存档库中没有此地址的内容，可以考虑抓取。</translation>
    </message>
    <message>
        <source>The version after it, {date}</source>
        <translation>后一个版本，{date}</translation>
    </message>
    <message>
        <source>The version before it, {date}</source>
        <translation>前一个版本，{date}</translation>
    </message>
    <message>
        <source>These versions of the page are whole:</source>
        <translation>此网页的以下版本完好：</translation>
    </message>
    <message>
        <source>This capture is damaged</source>
        <translation>此采集已损坏</translation>
    </message>
    <message>
        <source>{reason}.</source>
        <comment>what is wrong with a capture</comment>
        <translation>{reason}。</translation>
    </message>
    <message>
        <source>“Check everything” on the page Integrity (“tianwang verify”) lists all that is damaged. What can be saved of a file, “Recover a damaged file…” there (“tianwang recover”) writes to a new one.</source>
        <translation>“完整性”页上的“全面检查”（tianwang verify）会列出所有损坏之处；那里的“恢复损坏的文件…”（tianwang recover）会把文件中还能挽救的内容写入新文件。</translation>
    </message>
</context>
<context>
    <name>ReportTable</name>
    <message>
        <source>&amp;Compare</source>
        <translation>比较(&amp;C)</translation>
    </message>
    <message>
        <source>Copy &amp;address</source>
        <translation>复制地址(&amp;A)</translation>
    </message>
    <message>
        <source>Pages and what became of them</source>
        <translation>网页及其变化</translation>
    </message>
    <message>
        <source>Show the &amp;newer version</source>
        <translation>显示较新的版本(&amp;N)</translation>
    </message>
    <message>
        <source>Show the &amp;older version</source>
        <translation>显示较旧的版本(&amp;O)</translation>
    </message>
</context>
<context>
    <name>RotChart</name>
    <message>
        <source>Share of dead links over time</source>
        <translation>失效链接比例随时间的变化</translation>
    </message>
</context>
<context>
    <name>RowButtons</name>
    <message numerus="yes">
        <source>%Ln more like this</source>
        <translation>
            <numerusform>另有 %Ln 个类似</numerusform>
        </translation>
    </message>
    <message>
        <source>Hide what is alike</source>
        <translation>隐藏类似的页面</translation>
    </message>
    <message>
        <source>Pages whose main text is nearly the same</source>
        <translation>正文几乎相同的页面</translation>
    </message>
    <message>
        <source>Since when?</source>
        <translation>从何时起？</translation>
    </message>
    <message>
        <source>The earliest version in the archive, on any page, that says this sentence</source>
        <translation>存档库中所有页面里最早写有这句话的版本</translation>
    </message>
    <message>
        <source>The history of the block that says it</source>
        <translation>写有它的区块的历史</translation>
    </message>
    <message>
        <source>Who said it first?</source>
        <translation>谁最先这样写？</translation>
    </message>
</context>
<context>
    <name>Ruler</name>
    <message numerus="yes">
        <source>%n change(s)</source>
        <translation>
            <numerusform>%n 处变化</numerusform>
        </translation>
    </message>
    <message>
        <source>Overview of the changes</source>
        <translation>变化概览</translation>
    </message>
</context>
<context>
    <name>SampleOptions</name>
    <message>
        <source>A test collection: pages are drawn by the seed, with what they embed. A manifest beside it lists them with their digests, and “tianwang sample --again” writes the same files from it</source>
        <translation>测试集：按种子抽取网页，连同其中嵌入的内容。旁边的清单列出它们及其摘要；用“tianwang sample --again”可由清单再次写出相同的文件</translation>
    </message>
    <message>
        <source>Of what as many pages are drawn</source>
        <translation>按什么分别抽取同样多的网页</translation>
    </message>
    <message>
        <source>Only a random &amp;sample of the pages</source>
        <translation>只导出随机样本(&amp;S)</translation>
    </message>
    <message>
        <source>Pages of the sample</source>
        <translation>样本的网页数</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Seed: another number gives another sample</source>
        <translation>种子：数字不同，样本也不同</translation>
    </message>
    <message>
        <source>pages in all</source>
        <translation>个网页（总共）</translation>
    </message>
    <message>
        <source>pages of each language</source>
        <translation>个网页（每种语言）</translation>
    </message>
    <message>
        <source>pages of each site</source>
        <translation>个网页（每个网站）</translation>
    </message>
    <message>
        <source>pages of each type</source>
        <translation>个网页（每种类型）</translation>
    </message>
</context>
<context>
    <name>SavedCrawls</name>
    <message>
        <source>&amp;New crawl…</source>
        <translation>新建抓取(&amp;N)…</translation>
    </message>
    <message>
        <source>A saved crawl keeps all its settings. It runs when you ask for it, or by its timetable.</source>
        <translation>已保存的抓取保留全部设置，由您运行，或按时间表运行。</translation>
    </message>
    <message>
        <source>Choose an address and when to repeat</source>
        <translation>选择地址和重复的时间</translation>
    </message>
    <message>
        <source>New crawl…</source>
        <translation>新建抓取…</translation>
    </message>
    <message>
        <source>No saved crawls yet</source>
        <translation>还没有已保存的抓取</translation>
    </message>
    <message>
        <source>Saved crawls</source>
        <translation>已保存的抓取</translation>
    </message>
    <message>
        <source>Timetables run while this archive is open.</source>
        <translation>时间表在此存档库打开期间生效。</translation>
    </message>
</context>
<context>
    <name>SavedList</name>
    <message>
        <source>&amp;Delete</source>
        <translation>删除(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>导出(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>打开(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Rename</source>
        <translation>重命名(&amp;R)</translation>
    </message>
    <message>
        <source>Hits</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>Other forms of English words, too</source>
        <translation>也找英文词的其他词形</translation>
    </message>
    <message>
        <source>Query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>Saved search</source>
        <translation>已保存的搜索</translation>
    </message>
    <message>
        <source>Saved searches</source>
        <translation>已保存的搜索</translation>
    </message>
    <message>
        <source>Words that mean the same, too</source>
        <translation>也查同义词</translation>
    </message>
</context>
<context>
    <name>SavedMenu</name>
    <message>
        <source>Keep this search in the archive; later crawls go on filling it</source>
        <translation>把这个搜索保存在存档库里，以后的抓取会继续充实它</translation>
    </message>
    <message>
        <source>Name of this search</source>
        <translation>这个搜索的名称</translation>
    </message>
    <message>
        <source>No search is saved yet</source>
        <translation>还没有保存过搜索</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Saved searches</source>
        <translation>已保存的搜索</translation>
    </message>
    <message numerus="yes">
        <source>{name} (%Ln new)</source>
        <translation>
            <numerusform>{name}（%Ln 条新结果）</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SavedSearches</name>
    <message>
        <source>Saved as “{name}”.</source>
        <translation>已保存为“{name}”。</translation>
    </message>
    <message>
        <source>The saved search “{name}” was deleted.</source>
        <translation>已删除保存的搜索“{name}”。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤消</translation>
    </message>
</context>
<context>
    <name>SavedSection</name>
    <message>
        <source>&amp;Open in the search</source>
        <translation>在搜索中打开(&amp;O)</translation>
    </message>
    <message>
        <source>A search can be kept under a name; it is listed here then</source>
        <translation>搜索可以用一个名称保存，之后会列在这里</translation>
    </message>
    <message>
        <source>Pages that a search with a name finds, those of later crawls as well</source>
        <translation>有名称的搜索所找到的网页，包括以后抓取的</translation>
    </message>
    <message>
        <source>Saved searches</source>
        <translation>已保存的搜索</translation>
    </message>
    <message>
        <source>Search the archive…</source>
        <translation>搜索存档…</translation>
    </message>
</context>
<context>
    <name>ScopeChoice</name>
    <message>
        <source>Any&amp;where</source>
        <translation>任何地方(&amp;W)</translation>
    </message>
    <message>
        <source>Came</source>
        <translation>出现</translation>
    </message>
    <message>
        <source>Came or went</source>
        <translation>出现或消失</translation>
    </message>
    <message>
        <source>Ever said it</source>
        <translation>曾经有过</translation>
    </message>
    <message>
        <source>Pages that say it in any of their versions</source>
        <translation>任一版本中有这些文字的网页</translation>
    </message>
    <message>
        <source>Pages that say it in their newest version</source>
        <translation>最新版本中有这些文字的网页</translation>
    </message>
    <message>
        <source>Pages that say it, or the changes by which it came or went</source>
        <translation>查找有这些文字的网页，或这些文字出现、消失的变化</translation>
    </message>
    <message>
        <source>Says it now</source>
        <translation>现在还有</translation>
    </message>
    <message>
        <source>The whole &amp;domain</source>
        <translation>整个域名(&amp;D)</translation>
    </message>
    <message>
        <source>The whole &amp;site</source>
        <translation>整个网站(&amp;S)</translation>
    </message>
    <message>
        <source>This &amp;folder only</source>
        <translation>仅此文件夹(&amp;F)</translation>
    </message>
    <message>
        <source>Went</source>
        <translation>消失</translation>
    </message>
    <message>
        <source>What is looked for</source>
        <translation>查找的内容</translation>
    </message>
    <message>
        <source>Where and when the words came to a page</source>
        <translation>这些文字在何处、何时出现在网页上</translation>
    </message>
    <message>
        <source>Where and when the words came to a page or went from it</source>
        <translation>这些文字在何处、何时出现在网页上，或从网页上消失</translation>
    </message>
    <message>
        <source>Where and when the words went from a page</source>
        <translation>这些文字在何处、何时从网页上消失</translation>
    </message>
</context>
<context>
    <name>Screen</name>
    <message>
        <source>Film</source>
        <translation>视频</translation>
    </message>
</context>
<context>
    <name>SearchOptions</name>
    <message>
        <source>&amp;Edit words that mean the same…</source>
        <translation>编辑同义词(&amp;E)…</translation>
    </message>
    <message>
        <source>In &amp;this archive</source>
        <translation>在这个存档库里(&amp;T)</translation>
    </message>
    <message>
        <source>In all &amp;recent archives</source>
        <translation>在所有最近的存档库里(&amp;R)</translation>
    </message>
    <message>
        <source>Other &amp;forms of English words, too</source>
        <translation>也找英文词的其他词形(&amp;F)</translation>
    </message>
    <message>
        <source>Pages that are nearly the same &amp;once</source>
        <translation>几乎相同的页面只显示一次(&amp;O)</translation>
    </message>
    <message>
        <source>Where and how to search</source>
        <translation>在哪里搜索、怎样搜索</translation>
    </message>
    <message>
        <source>Words that &amp;mean the same, too</source>
        <translation>也查同义词(&amp;M)</translation>
    </message>
</context>
<context>
    <name>SearchView</name>
    <message numerus="yes">
        <source>%Ln change(s)</source>
        <translation>
            <numerusform>%Ln 处变化</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln group(s) of words that mean the same.</source>
        <translation>
            <numerusform>同义词 %Ln 组。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln nearly the same not shown</source>
        <translation>
            <numerusform>%Ln 个几乎相同的未显示</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln new</source>
        <translation>
            <numerusform>%Ln 条新结果</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln only loosely</source>
        <translation>
            <numerusform>其中 %Ln 个只是宽泛匹配</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln 个页面</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln version(s) cannot be found yet</source>
        <translation>
            <numerusform>还有 %Ln 个版本暂时搜不到</numerusform>
        </translation>
    </message>
    <message>
        <source>(not read for the search yet: {names})</source>
        <translation>（还没有为搜索读取：{names}）</translation>
    </message>
    <message>
        <source>As it was on {day}</source>
        <translation>{day}时的内容</translation>
    </message>
    <message>
        <source>Best first</source>
        <translation>最相关</translation>
    </message>
    <message>
        <source>By title</source>
        <translation>按标题</translation>
    </message>
    <message>
        <source>Changes of this archive alone.</source>
        <translation>仅限本存档库的变化。</translation>
    </message>
    <message>
        <source>Counting…</source>
        <translation>正在统计…</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Go on reading</source>
        <translation>继续读取</translation>
    </message>
    <message>
        <source>Hits of several archives are not exported together: choose “In this archive” first</source>
        <translation>不能把多个存档库的结果一起导出：请先选择“在这个存档库里”</translation>
    </message>
    <message>
        <source>Largest first</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Loosely: with the words of a stretch apart, or in other forms.</source>
        <translation>宽泛匹配：一串字里的词分散出现，或词形不同。</translation>
    </message>
    <message>
        <source>Most linked first</source>
        <translation>等级高者优先</translation>
    </message>
    <message>
        <source>Newest first</source>
        <translation>最新</translation>
    </message>
    <message>
        <source>Not everything has been read: reading the archive is paused.</source>
        <translation>尚有内容未读取：存档库的读取已暂停。</translation>
    </message>
    <message>
        <source>Not yet a query</source>
        <translation>还不是完整的查询</translation>
    </message>
    <message>
        <source>Nothing was found</source>
        <translation>没有找到</translation>
    </message>
    <message>
        <source>Nothing was found yet</source>
        <translation>暂时还没有找到</translation>
    </message>
    <message>
        <source>Oldest first</source>
        <translation>最早</translation>
    </message>
    <message>
        <source>Order of what was found</source>
        <translation>结果的次序</translation>
    </message>
    <message>
        <source>Other archives are read for the search once you open them.</source>
        <translation>其他存档库在您打开之后才会被读入以供搜索。</translation>
    </message>
    <message>
        <source>Pause reading</source>
        <translation>暂停读取</translation>
    </message>
    <message>
        <source>Reading the archive is paused.</source>
        <translation>存档库的读取已暂停。</translation>
    </message>
    <message>
        <source>Reading the archive…</source>
        <translation>正在读取存档库…</translation>
    </message>
    <message>
        <source>Save as feed…</source>
        <translation>保存为订阅源…</translation>
    </message>
    <message>
        <source>Save this search, or open one that was saved</source>
        <translation>保存这个搜索，或打开已保存的搜索</translation>
    </message>
    <message>
        <source>Saved</source>
        <comment>searches</comment>
        <translation>已保存</translation>
    </message>
    <message>
        <source>Saved search “{name}”</source>
        <translation>已保存的搜索“{name}”</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Search all versions of all pages…</source>
        <translation>搜索所有页面的所有版本…</translation>
    </message>
    <message>
        <source>Search in every version</source>
        <translation>在每个版本里搜索</translation>
    </message>
    <message>
        <source>Search the archive</source>
        <translation>搜索存档库</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>Still reading the archive.</source>
        <translation>仍在读取存档库。</translation>
    </message>
    <message>
        <source>The archive cannot be searched</source>
        <translation>无法搜索这个存档库</translation>
    </message>
    <message>
        <source>The archive is still being read; what it says comes here as it is found.</source>
        <translation>存档库还在读取中，找到的内容会陆续出现在这里。</translation>
    </message>
    <message>
        <source>The feed was saved as {path}. Save it there again after a crawl, and a reader shows what is new.</source>
        <translation>订阅源已保存为 {path}。采集之后再保存到同一位置，阅读器就会显示新的变化。</translation>
    </message>
    <message>
        <source>The first search waits until the pages have been read once.</source>
        <translation>第一次搜索要等页面读过一遍。</translation>
    </message>
    <message>
        <source>There is nothing in this archive yet. What is crawled or imported can be searched.</source>
        <translation>这个存档库还是空的。抓取或导入的内容可以搜索。</translation>
    </message>
    <message>
        <source>Too many to rank all of them: more words find fewer.</source>
        <translation>结果太多，无法全部排序：多输入几个词可以缩小范围。</translation>
    </message>
    <message>
        <source>Try fewer words or another spelling, or take conditions such as “site:” out.</source>
        <translation>试试少几个词或换个写法，或者去掉“site:”之类的条件。</translation>
    </message>
    <message>
        <source>Try fewer words or another spelling.</source>
        <translation>试试少几个词或换个写法。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>What has been read can be searched; the rest is read when you want it</source>
        <translation>已读取的内容可以搜索；其余部分在您需要时再读取</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>搜索结果</translation>
    </message>
    <message>
        <source>Words that pages say or once said, also in PDF and Office documents, also in Chinese.</source>
        <translation>页面现在或过去写过的文字，包括 PDF 和 Office 文档，中文无需分词。</translation>
    </message>
    <message>
        <source>Words, “a phrase”, -not, OR, begin*, title:, site:, type:pdf, kind:article, lang:zh, before:2026-10; the help page “Searching” tells all of them</source>
        <translation>词、“短语”、-不含、OR、begin*、title:、site:、type:pdf、kind:文章、lang:zh、before:2026-10；全部写法见帮助页“搜索”</translation>
    </message>
    <message>
        <source>Write all hits as a table, as documents or as an archive</source>
        <translation>把全部结果写成表格、文档或存档</translation>
    </message>
    <message>
        <source>Write the newest changes as an Atom feed, for a feed reader</source>
        <translation>把最新的变化写成 Atom 订阅源，供阅读器使用</translation>
    </message>
    <message>
        <source>also with {words}</source>
        <translation>也查找了：{words}</translation>
    </message>
    <message numerus="yes">
        <source>in %Ln archive(s)</source>
        <translation>
            <numerusform>共 %Ln 个存档库</numerusform>
        </translation>
    </message>
    <message>
        <source>in menus and feet: a few of their pages</source>
        <translation>在菜单和页脚中：只列出少数几页</translation>
    </message>
</context>
<context>
    <name>SeenView</name>
    <message numerus="yes">
        <source>%Ln page(s) are like it;</source>
        <translation>
            <numerusform>%Ln 个网页与它相似；</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln passage(s) that both have,</source>
        <translation>
            <numerusform>两者共有 %Ln 段，</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>比较(&amp;C)</translation>
    </message>
    <message>
        <source>A file from outside the archive</source>
        <translation>存档之外的文件</translation>
    </message>
    <message>
        <source>Alike</source>
        <translation>相似</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>Captured</source>
        <translation>抓取时间</translation>
    </message>
    <message>
        <source>Choose a &amp;file…</source>
        <translation>选择文件(&amp;F)…</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>选择文件…</translation>
    </message>
    <message>
        <source>Comparing texts</source>
        <translation>正在比较文本</translation>
    </message>
    <message>
        <source>Drop a file here</source>
        <translation>把文件拖到这里</translation>
    </message>
    <message>
        <source>Have I seen this?</source>
        <translation>我见过这个吗？</translation>
    </message>
    <message>
        <source>Have I seen “{name}”?</source>
        <translation>我见过“{name}”吗？</translation>
    </message>
    <message>
        <source>How</source>
        <translation>方式</translation>
    </message>
    <message>
        <source>How much of both texts is the same</source>
        <translation>两个文本有多少相同</translation>
    </message>
    <message>
        <source>How much of the shorter text the other one has</source>
        <translation>较短的文本有多少出现在另一个中</translation>
    </message>
    <message>
        <source>In common</source>
        <translation>共有</translation>
    </message>
    <message>
        <source>It could not be compared.</source>
        <translation>无法比较。</translation>
    </message>
    <message>
        <source>It has no text that could be compared, and the archive does not have these bytes.</source>
        <translation>其中没有可以比较的文本，存档中也没有这些字节。</translation>
    </message>
    <message>
        <source>Looking for what is alike…</source>
        <translation>正在查找相似内容…</translation>
    </message>
    <message>
        <source>More like “{title}”</source>
        <translation>更多类似“{title}”</translation>
    </message>
    <message>
        <source>Nearly the same text</source>
        <translation>几乎相同的文本</translation>
    </message>
    <message>
        <source>No other page says it, or a passage of forty letters of it.</source>
        <translation>没有别的页面含有它，或它的四十个字以上的片段。</translation>
    </message>
    <message>
        <source>No page of this archive is like it, and none has a passage of it.</source>
        <translation>存档中没有与它相似的网页，也没有网页含有其中的段落。</translation>
    </message>
    <message>
        <source>No passage of forty letters is in both</source>
        <translation>两者没有四十字以上的共同段落</translation>
    </message>
    <message>
        <source>Not seen before</source>
        <translation>没有见过</translation>
    </message>
    <message>
        <source>Nowhere else</source>
        <translation>别处没有</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>网页</translation>
    </message>
    <message>
        <source>Pages that are alike</source>
        <translation>相似的网页</translation>
    </message>
    <message>
        <source>Passages of it</source>
        <translation>含有其中段落</translation>
    </message>
    <message>
        <source>Passages that both have</source>
        <translation>两者共有的段落</translation>
    </message>
    <message>
        <source>Stop looking</source>
        <translation>停止查找</translation>
    </message>
    <message>
        <source>The archive is looked through for pages that are the same or alike, and for passages that both have. The file is not stored.</source>
        <translation>在存档中查找相同或相似的网页，以及两者共有的段落。该文件不会存入存档。</translation>
    </message>
    <message>
        <source>The first time all texts are read.</source>
        <translation>第一次要读取所有文本。</translation>
    </message>
    <message>
        <source>The page and the one that is selected side by side</source>
        <translation>把该网页与选中的网页并排显示</translation>
    </message>
    <message>
        <source>The same bytes</source>
        <translation>字节相同</translation>
    </message>
    <message>
        <source>The same key words</source>
        <translation>关键词相同</translation>
    </message>
    <message>
        <source>The same letters and figures</source>
        <translation>文字和数字相同</translation>
    </message>
    <message>
        <source>The same text</source>
        <translation>文本相同</translation>
    </message>
    <message>
        <source>Title and address</source>
        <translation>标题和地址</translation>
    </message>
    <message>
        <source>What is the same</source>
        <translation>哪些相同</translation>
    </message>
    <message>
        <source>When this version was stored</source>
        <translation>这个版本何时存入</translation>
    </message>
    <message>
        <source>Where else stands “{text}”?</source>
        <translation>“{text}”还出现在哪里？</translation>
    </message>
    <message>
        <source>the most alike: {how}.</source>
        <translation>最相似的：{how}。</translation>
    </message>
    <message>
        <source>{count} characters in all</source>
        <translation>共 {count} 字</translation>
    </message>
    <message>
        <source>{done} of {total} versions</source>
        <translation>{done} / {total} 个版本</translation>
    </message>
</context>
<context>
    <name>SettingsGroups</name>
    <message>
        <source> h</source>
        <comment>hours</comment>
        <translation> 小时</translation>
    </message>
    <message>
        <source>A contact is a web address or an e-mail address.</source>
        <translation>联系方式应是网址或邮箱地址。</translation>
    </message>
    <message>
        <source>Addresses that are one</source>
        <translation>视为同一个的地址</translation>
    </message>
    <message>
        <source>Ask for all of them</source>
        <translation>全部请求</translation>
    </message>
    <message>
        <source>Best pages first</source>
        <translation>最好的网页优先</translation>
    </message>
    <message>
        <source>By topic</source>
        <translation>按主题</translation>
    </message>
    <message>
        <source>Fill (GET)</source>
        <translation>填写（GET）</translation>
    </message>
    <message>
        <source>Fill (GET, POST)</source>
        <translation>填写（GET、POST）</translation>
    </message>
    <message>
        <source>Follow all</source>
        <translation>全部跟随</translation>
    </message>
    <message>
        <source>For every page</source>
        <translation>所有网页</translation>
    </message>
    <message>
        <source>How gently servers are treated, and which of their wishes are obeyed</source>
        <translation>对服务器有多温和，遵守它们的哪些要求</translation>
    </message>
    <message>
        <source>How much at once, how long to wait, when to give up</source>
        <translation>同时抓取多少、等待多久、何时放弃</translation>
    </message>
    <message>
        <source>How the crawler introduces itself, what it sends along, which way it goes</source>
        <translation>抓取程序如何自称、附带发送什么、经过哪里</translation>
    </message>
    <message>
        <source>Leave alone</source>
        <translation>不填写</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>限制</translation>
    </message>
    <message>
        <source>Near pages first</source>
        <translation>近的网页优先</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>Never stop</source>
        <translation>不停止</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>无限制</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Only when due</source>
        <translation>仅在到期时</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>次序</translation>
    </message>
    <message>
        <source>Pages that a browser must put together before there is something to see</source>
        <translation>必须由浏览器组装才有内容可看的网页</translation>
    </message>
    <message>
        <source>Pages that need JavaScript</source>
        <translation>需要 JavaScript 的网页</translation>
    </message>
    <message>
        <source>Pages that no link leads to, found by filling the search box of a site with words</source>
        <translation>没有链接指向的网页：在网站的搜索框中填入词语来找到它们</translation>
    </message>
    <message>
        <source>Patterns, types, languages and servers that narrow down the crawl, and what may widen it</source>
        <translation>缩小抓取的模式、类型、语言和服务器，以及可以扩大抓取的内容</translation>
    </message>
    <message>
        <source>Politeness</source>
        <translation>礼貌</translation>
    </message>
    <message>
        <source>Science, Sports</source>
        <translation>科学，体育</translation>
    </message>
    <message>
        <source>Search forms</source>
        <translation>搜索表单</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Servers understand only plain letters and signs.</source>
        <translation>服务器只能理解普通的字母和符号。</translation>
    </message>
    <message>
        <source>The same content only</source>
        <translation>只看内容完全相同</translation>
    </message>
    <message>
        <source>Visiting again</source>
        <translation>再次访问</translation>
    </message>
    <message>
        <source>What belongs to it</source>
        <translation>包含哪些内容</translation>
    </message>
    <message>
        <source>What happens to pages that the archive has already</source>
        <translation>存档库中已有的网页如何处理</translation>
    </message>
    <message>
        <source>When a page needs it</source>
        <translation>网页需要时</translation>
    </message>
    <message>
        <source>Which address is next: what matters when a limit ends the crawl before everything is there</source>
        <translation>下一个抓取哪个地址：抓取因限制而提前结束时，这一点很重要</translation>
    </message>
    <message>
        <source>Which addresses lead to the same page, and traps that never end</source>
        <translation>哪些地址指向同一网页，以及无穷无尽的陷阱</translation>
    </message>
    <message>
        <source>harbour
timetable</source>
        <translation>港口
时刻表</translation>
    </message>
    <message>
        <source>“{pattern}” is not a regular expression: {detail}</source>
        <translation>“{pattern}”不是正则表达式：{detail}</translation>
    </message>
    <message>
        <source>“{text}” is no IP address, network or range.</source>
        <translation>“{text}”不是 IP 地址、网段或范围。</translation>
    </message>
    <message>
        <source>“{text}” is no language; languages look like zh, en or pt-BR.</source>
        <translation>“{text}”不是语言代码；语言代码形如 zh、en 或 pt-BR。</translation>
    </message>
    <message>
        <source>“{text}” is no type of content; types look like application/pdf or image/*.</source>
        <translation>“{text}”不是内容类型；类型形如 application/pdf 或 image/*。</translation>
    </message>
</context>
<context>
    <name>SeveralPages</name>
    <message numerus="yes">
        <source>%Ln page(s) got a star.</source>
        <translation>
            <numerusform>已给 %Ln 个网页加星标。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s) lost the star.</source>
        <translation>
            <numerusform>已取消 %Ln 个网页的星标。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s) lost the tag “{tag}”.</source>
        <translation>
            <numerusform>已从 %Ln 个网页移除标签“{tag}”。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s) tagged: {tags}</source>
        <translation>
            <numerusform>已给 %Ln 个网页添加标签：{tags}</numerusform>
        </translation>
    </message>
    <message>
        <source>, </source>
        <comment>between tags</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>Add a tag</source>
        <translation>添加标签</translation>
    </message>
    <message>
        <source>Tags, separated by commas:</source>
        <translation>标签，用逗号分隔：</translation>
    </message>
</context>
<context>
    <name>ShareSheet</name>
    <message>
        <source>&amp;Everybody on this network who has the token</source>
        <translation>本网络中持有令牌的所有人(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Share</source>
        <translation>共享(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Stop sharing</source>
        <translation>停止共享(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;This computer alone</source>
        <translation>仅这台电脑(&amp;T)</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>网址</translation>
    </message>
    <message>
        <source>Copy the address</source>
        <translation>复制网址</translation>
    </message>
    <message>
        <source>Copy the token</source>
        <translation>复制令牌</translation>
    </message>
    <message>
        <source>It could not be shared: {said}</source>
        <translation>无法共享：{said}</translation>
    </message>
    <message>
        <source>It is shared now</source>
        <translation>正在共享</translation>
    </message>
    <message>
        <source>Open in the browser</source>
        <translation>在浏览器中打开</translation>
    </message>
    <message>
        <source>Share on this network</source>
        <translation>在本网络中共享</translation>
    </message>
    <message>
        <source>The archive opens in any browser, as a reading room: search, documents, every version, comparisons, statistics, categories and saved searches. Nothing in it can be changed.</source>
        <translation>存档库可在任何浏览器中作为阅览室打开：搜索、文档、每个版本、比较、统计、类别和保存的搜索。其中的内容不能更改。</translation>
    </message>
    <message>
        <source>The reading room is being opened…</source>
        <translation>正在打开阅览室…</translation>
    </message>
    <message>
        <source>The reading room is still being opened. All addresses of the archive are put in order first, which takes a while in a very large one, or on a busy computer. “Stop sharing” gives up.</source>
        <translation>阅览室仍在打开。存档中的所有网址需要先排序，存档很大或电脑繁忙时要多等一会儿。点“停止共享”可以放弃。</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>令牌</translation>
    </message>
    <message>
        <source>Token, which is asked for once in each browser</source>
        <translation>令牌（每个浏览器只问一次）</translation>
    </message>
    <message>
        <source>What is sent is not encrypted. Share in networks that you trust.</source>
        <translation>传输不加密。请在您信任的网络中共享。</translation>
    </message>
    <message>
        <source>Who can open it</source>
        <translation>谁可以打开</translation>
    </message>
    <message>
        <source>Your notes, tags and stars, your crawls and log-ins are not shown to anybody.</source>
        <translation>您的备注、标签、星标、采集任务和登录信息不会显示给任何人。</translation>
    </message>
</context>
<context>
    <name>Shares</name>
    <message>
        <source>Nothing is known yet</source>
        <translation>暂无数据</translation>
    </message>
</context>
<context>
    <name>SharesModel</name>
    <message>
        <source>All others</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>{what}: {share}</source>
        <translation>{what}：{share}</translation>
    </message>
</context>
<context>
    <name>SideSheet</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭 (Esc)</translation>
    </message>
</context>
<context>
    <name>SiteChangesModel</name>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Noise: {n}</source>
        <translation>噪声：{n}</translation>
    </message>
    <message>
        <source>Of the text of both versions {real} really changed, {all} with template and noise</source>
        <translation>两个版本的文本中有 {real} 确有改动，连同模板和噪声为 {all}</translation>
    </message>
    <message>
        <source>Real change</source>
        <translation>实际变化</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Template: {n}</source>
        <translation>模板：{n}</translation>
    </message>
    <message>
        <source>The share of the text that really changed, without noise</source>
        <translation>实际变化的文本所占比例，不计噪声</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>{share} alike</source>
        <translation>{share} 相似</translation>
    </message>
</context>
<context>
    <name>SiteChangesView</name>
    <message numerus="yes">
        <source>%Ln page(s) are the same, or differ in the site&apos;s template or noise alone.</source>
        <translation>
            <numerusform>%Ln 个网页相同，或仅有网站模板或噪声不同。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s) compared.</source>
        <translation>
            <numerusform>比较了 %Ln 个网页。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s) were not looked at in between.</source>
        <translation>
            <numerusform>其间有 %Ln 个网页未被访问。</numerusform>
        </translation>
    </message>
    <message>
        <source>A site that was captured twice can be compared with itself. Crawl one again.</source>
        <translation>采集过两次的网站才能与自身比较。请再抓取一次。</translation>
    </message>
    <message>
        <source>All pages of this report are hidden by what is chosen above.</source>
        <translation>按上面的选择，此报告的所有网页都被隐藏。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Choose a page: here stands what changed on it. Double click opens the comparison.</source>
        <translation>选择一个网页：这里会显示它的变化。双击可打开比较。</translation>
    </message>
    <message>
        <source>Choose two crawls or two dates above: every page is compared as it was at these times.</source>
        <translation>在上面选择两次抓取或两个日期：将比较每个网页在这两个时刻的状态。</translation>
    </message>
    <message>
        <source>Comparing the pages…</source>
        <translation>正在比较网页…</translation>
    </message>
    <message>
        <source>Crawl a site once more</source>
        <translation>再次抓取一个网站</translation>
    </message>
    <message>
        <source>Each page is compared as it was at the two times.</source>
        <translation>每个网页都按这两个时刻的状态进行比较。</translation>
    </message>
    <message>
        <source>From {before} to {after}.</source>
        <translation>从 {before} 到 {after}。</translation>
    </message>
    <message>
        <source>Hide none of them</source>
        <translation>全部显示</translation>
    </message>
    <message>
        <source>Keep what was found until now</source>
        <translation>保留目前已得出的结果</translation>
    </message>
    <message>
        <source>Looking at the changes…</source>
        <translation>正在查看变化…</translation>
    </message>
    <message>
        <source>Looking for what can be compared…</source>
        <translation>正在查找可以比较的内容…</translation>
    </message>
    <message>
        <source>New crawl…</source>
        <translation>新建抓取…</translation>
    </message>
    <message>
        <source>No page fits</source>
        <translation>没有符合的网页</translation>
    </message>
    <message>
        <source>No page was there at these times.</source>
        <translation>这两个时刻都没有网页。</translation>
    </message>
    <message>
        <source>Nothing has changed</source>
        <translation>没有变化</translation>
    </message>
    <message>
        <source>Show all pages</source>
        <translation>显示所有网页</translation>
    </message>
    <message>
        <source>Site changes</source>
        <translation>网站变化</translation>
    </message>
    <message>
        <source>Stopped before the end: other pages were not compared.</source>
        <translation>已提前停止：其余网页没有比较。</translation>
    </message>
    <message>
        <source>The report could not be made.</source>
        <translation>无法生成报告。</translation>
    </message>
    <message>
        <source>The report was saved as {path}.</source>
        <translation>报告已保存为 {path}。</translation>
    </message>
    <message>
        <source>There is no page to compare</source>
        <translation>没有可比较的网页</translation>
    </message>
    <message>
        <source>There is nothing to compare yet.</source>
        <translation>还没有可比较的内容。</translation>
    </message>
    <message>
        <source>What has changed?</source>
        <translation>有何变化？</translation>
    </message>
    <message>
        <source>changes</source>
        <comment>part of a file name</comment>
        <translation>变化</translation>
    </message>
</context>
<context>
    <name>SourceSurface</name>
    <message>
        <source>Source of this version</source>
        <translation>此版本的源代码</translation>
    </message>
</context>
<context>
    <name>SourceTab</name>
    <message numerus="yes">
        <source>%Ln line(s)</source>
        <translation>
            <numerusform>%Ln 行</numerusform>
        </translation>
    </message>
    <message>
        <source>Find (Ctrl+F)</source>
        <translation>查找 (Ctrl+F)</translation>
    </message>
    <message>
        <source>Reading the source…</source>
        <translation>正在读取源代码…</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>源代码</translation>
    </message>
    <message>
        <source>The source could not be read.</source>
        <translation>无法读取源代码。</translation>
    </message>
    <message>
        <source>This version has no content.</source>
        <translation>此版本没有内容。</translation>
    </message>
    <message>
        <source>Wrap long lines</source>
        <translation>自动换行</translation>
    </message>
    <message>
        <source>not text: shown as bytes</source>
        <translation>非文本：按字节显示</translation>
    </message>
    <message>
        <source>only the first {n} characters are shown</source>
        <translation>仅显示前 {n} 个字符</translation>
    </message>
    <message>
        <source>only the first {size}</source>
        <translation>仅前 {size}</translation>
    </message>
    <message>
        <source>shown without colours because it is large</source>
        <translation>内容较大，不显示语法着色</translation>
    </message>
    <message>
        <source>very long lines are broken</source>
        <translation>过长的行已折断</translation>
    </message>
    <message>
        <source>{charset} (decided by: {why})</source>
        <translation>{charset}（判定依据：{why}）</translation>
    </message>
</context>
<context>
    <name>StandingBefore</name>
    <message>
        <source>nearly the same text as on {date}</source>
        <translation>与 {date} 的文字几乎相同</translation>
    </message>
    <message>
        <source>nearly the same text stood at {address} on {date}</source>
        <translation>几乎相同的文字此前已见于 {address}（{date}）</translation>
    </message>
</context>
<context>
    <name>StartPage</name>
    <message>
        <source>Address to capture</source>
        <translation>要采集的地址</translation>
    </message>
    <message>
        <source>Adds to {folder}</source>
        <translation>将添加到 {folder}</translation>
    </message>
    <message>
        <source>Capture</source>
        <translation>采集</translation>
    </message>
    <message>
        <source>Capture a small site that this program brings along, without the internet</source>
        <translation>采集程序自带的小型网站，无需联网</translation>
    </message>
    <message>
        <source>Capture a web site, keep every version of every page, and see what changed.</source>
        <translation>采集网站，保存每个网页的每个版本，查看有哪些变化。</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>更改…</translation>
    </message>
    <message>
        <source>Choose files to make a new archive of</source>
        <translation>选择文件并由此新建存档库</translation>
    </message>
    <message>
        <source>Choose what to capture (Enter)</source>
        <translation>选择采集范围 (Enter)</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>Keep it in another folder</source>
        <translation>保存到其他文件夹</translation>
    </message>
    <message>
        <source>Keep the archive in this folder</source>
        <translation>将存档库保存在此文件夹中</translation>
    </message>
    <message>
        <source>Make an empty archive</source>
        <translation>创建空的存档库</translation>
    </message>
    <message>
        <source>New archive…</source>
        <translation>新建存档库…</translation>
    </message>
    <message>
        <source>Open an archive folder</source>
        <translation>打开存档库文件夹</translation>
    </message>
    <message>
        <source>Open archive…</source>
        <translation>打开存档库…</translation>
    </message>
    <message>
        <source>Paste an address…</source>
        <translation>粘贴地址…</translation>
    </message>
    <message>
        <source>Recent archives</source>
        <translation>最近的存档库</translation>
    </message>
    <message>
        <source>The address of a site or page; Enter goes on</source>
        <translation>网站或网页的地址，按 Enter 继续</translation>
    </message>
    <message>
        <source>Tianwang Explorer</source>
        <translation>Tianwang Explorer</translation>
    </message>
    <message>
        <source>Try the sample site</source>
        <translation>试用示例网站</translation>
    </message>
    <message>
        <source>Will be kept in {folder}</source>
        <translation>将保存到 {folder}</translation>
    </message>
    <message>
        <source>You can also drop an archive here, or Tianwang, WARC, ARC and WACZ files, or folders of them.</source>
        <translation>也可以把存档库，或天网、WARC、ARC、WACZ 文件及其文件夹拖放到这里。</translation>
    </message>
</context>
<context>
    <name>StatisticsTab</name>
    <message>
        <source>A large archive takes some seconds.</source>
        <translation>较大的存档库需要几秒钟。</translation>
    </message>
    <message>
        <source>Addresses</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>All batch files together</source>
        <translation>全部批次文件的总大小</translation>
    </message>
    <message>
        <source>All versions as the servers meant them, not compressed</source>
        <translation>全部版本解压后的内容</translation>
    </message>
    <message>
        <source>Answer of the server</source>
        <translation>服务器响应</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Bytes stored a month</source>
        <translation>每月存储的字节数</translation>
    </message>
    <message>
        <source>Captures</source>
        <translation>采集</translation>
    </message>
    <message>
        <source>Captures a month</source>
        <translation>每月的采集次数</translation>
    </message>
    <message>
        <source>Content</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Counting…</source>
        <translation>正在统计…</translation>
    </message>
    <message>
        <source>Everything archived, with pictures, styles, redirects and errors</source>
        <translation>全部存档内容，包括图片、样式、跳转和错误</translation>
    </message>
    <message>
        <source>Growth</source>
        <translation>增长</translation>
    </message>
    <message>
        <source>Hosts with at least one address</source>
        <translation>至少有一个地址的主机</translation>
    </message>
    <message>
        <source>Kind of page</source>
        <translation>页面种类</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Site</source>
        <translation>网站</translation>
    </message>
    <message>
        <source>Sites</source>
        <translation>网站</translation>
    </message>
    <message>
        <source>Size on disk</source>
        <translation>占用空间</translation>
    </message>
    <message>
        <source>The URL index {file} tells crawls which addresses are certainly new. It holds {added} of at most {capacity} addresses and is {fill} full. About {error} of the new addresses are looked up although they need not be; that costs a moment, and no page.</source>
        <translation>地址表 {file} 让抓取得知哪些地址一定是新的。它最多可容纳 {capacity} 个地址，现有 {added} 个，已用 {fill}。约有 {error} 的新地址会被多查一次；这只多费片刻，不会漏掉网页。</translation>
    </message>
    <message>
        <source>The archive could not be counted</source>
        <translation>无法统计存档库</translation>
    </message>
    <message>
        <source>This archive is empty</source>
        <translation>存档库是空的</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Type not known</source>
        <translation>类型未知</translation>
    </message>
    <message>
        <source>When something has been crawled or imported, this page shows what it is and how it grows.</source>
        <translation>抓取或导入内容之后，这里会显示其构成和增长情况。</translation>
    </message>
    <message>
        <source>{name} – {type}</source>
        <translation>{name} – {type}</translation>
    </message>
    <message>
        <source>{one} versions {two} visits</source>
        <translation>{one} 版本 {two} 重访</translation>
    </message>
</context>
<context>
    <name>StatisticsView</name>
    <message>
        <source>&amp;As they stood</source>
        <translation>按当时状态(&amp;A)</translation>
    </message>
    <message>
        <source>A change is one of what a page says, not of any of its bytes</source>
        <translation>只把网页文字的变化算作变化，不计其他字节</translation>
    </message>
    <message>
        <source>A query for the pages that count at all, such as site:gov.cn; Enter counts anew</source>
        <translation>限定参与统计的网页的查询，例如 site:gov.cn；按回车重新统计</translation>
    </message>
    <message>
        <source>Add a topic, as in the search</source>
        <translation>添加主题，写法与搜索相同</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>Changes of &amp;words only</source>
        <translation>只计文字变化(&amp;W)</translation>
    </message>
    <message>
        <source>Count all pages as they stood at the end of a period, not only those captured in it</source>
        <translation>统计每个时段结束时的所有网页，而不只是该时段内抓取的网页</translation>
    </message>
    <message>
        <source>Count once more</source>
        <translation>重新统计</translation>
    </message>
    <message>
        <source>Counting…</source>
        <translation>正在统计…</translation>
    </message>
    <message>
        <source>Drawing (*.svg)</source>
        <translation>矢量图 (*.svg)</translation>
    </message>
    <message>
        <source>Export the figures</source>
        <translation>导出统计</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>统计</translation>
    </message>
    <message>
        <source>Figures over time</source>
        <translation>随时间的统计</translation>
    </message>
    <message>
        <source>No document was captured twice.</source>
        <translation>没有文档被抓取过两次。</translation>
    </message>
    <message>
        <source>No page speaks of it.</source>
        <translation>没有网页提到它。</translation>
    </message>
    <message>
        <source>No page was captured twice within three days.</source>
        <translation>没有网页在三天内被抓取过两次。</translation>
    </message>
    <message>
        <source>No page was captured twice within twelve hours.</source>
        <translation>没有网页在十二小时内被抓取过两次。</translation>
    </message>
    <message>
        <source>Only among</source>
        <translation>仅限于</translation>
    </message>
    <message>
        <source>Period</source>
        <translation>时段</translation>
    </message>
    <message>
        <source>Picture (*.png)</source>
        <translation>图片 (*.png)</translation>
    </message>
    <message>
        <source>Put pages together</source>
        <translation>网页分组</translation>
    </message>
    <message>
        <source>Share of pages</source>
        <translation>网页比例</translation>
    </message>
    <message>
        <source>Share of sites</source>
        <translation>网站比例</translation>
    </message>
    <message>
        <source>Stop counting</source>
        <translation>停止统计</translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation>表格 (*.csv)</translation>
    </message>
    <message>
        <source>Take away the topic {topic}</source>
        <translation>移除主题“{topic}”</translation>
    </message>
    <message>
        <source>Take away this topic</source>
        <translation>移除此主题</translation>
    </message>
    <message>
        <source>The archive has no pages yet.</source>
        <translation>存档库中还没有网页。</translation>
    </message>
    <message>
        <source>The figures could not be counted.</source>
        <translation>无法统计。</translation>
    </message>
    <message>
        <source>The figures were saved as {path}.</source>
        <translation>统计已保存为 {path}。</translation>
    </message>
    <message>
        <source>There is nothing to count.</source>
        <translation>没有可统计的内容。</translation>
    </message>
    <message>
        <source>Type words as in the search and press Enter; several topics become several lines.</source>
        <translation>像搜索那样输入词语并按回车；多个主题画成多条线。</translation>
    </message>
    <message>
        <source>What is drawn</source>
        <translation>绘制内容</translation>
    </message>
    <message>
        <source>Which topic?</source>
        <translation>哪个主题？</translation>
    </message>
    <message>
        <source>Words, a phrase, category:…; Enter adds it as a line (at most {n})</source>
        <translation>词语、短语、category:…；按回车添加一条线（最多 {n} 条）</translation>
    </message>
    <message>
        <source>Write the table (CSV) or the chart (PNG, SVG) into a file</source>
        <translation>把表格（CSV）或图表（PNG、SVG）写入文件</translation>
    </message>
    <message>
        <source>Writing the figures</source>
        <translation>正在写入统计</translation>
    </message>
    <message>
        <source>“Count once more” above begins anew.</source>
        <translation>点击上方的“重新统计”可重新开始。</translation>
    </message>
</context>
<context>
    <name>StatusCard</name>
    <message>
        <source>&amp;Check everything</source>
        <translation>全面检查(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Strict: the form too</source>
        <translation>严格检查写法(&amp;S)</translation>
    </message>
    <message>
        <source>Also report records that can be read but are not written exactly as the format asks</source>
        <translation>同时报告可以读取、但写法不完全符合格式要求的记录</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Read every record and compare it with its check sums</source>
        <translation>读取每条记录并与校验和比对</translation>
    </message>
    <message>
        <source>Stop checking</source>
        <translation>停止检查</translation>
    </message>
</context>
<context>
    <name>Suggestions</name>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln 个网页</numerusform>
        </translation>
    </message>
    <message>
        <source>Any of the words: {query}</source>
        <translation>含其中任一词：{query}</translation>
    </message>
    <message>
        <source>Did you mean {query}?</source>
        <translation>您要找的是 {query} 吗？</translation>
    </message>
    <message>
        <source>Finds more</source>
        <translation>这样找到的更多</translation>
    </message>
    <message>
        <source>Not as a phrase: {query}</source>
        <translation>不作为词组：{query}</translation>
    </message>
    <message>
        <source>Without {words}</source>
        <translation>去掉 {words}</translation>
    </message>
</context>
<context>
    <name>SynonymsEditor</name>
    <message numerus="yes">
        <source>%Ln group(s).</source>
        <translation>
            <numerusform>%Ln 组。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more line(s) like that</source>
        <translation>
            <numerusform>还有 %Ln 行类似</numerusform>
        </translation>
    </message>
    <message>
        <source>A group a line, with = between its words; the first stands for all of them where texts are compared. Behind # stands a note. The file synonyms.txt goes with the archive.</source>
        <translation>每行一组，词与词之间用 = 隔开；比较文字时，第一个词代表整组。# 之后是注释。文件 synonyms.txt 随存档库保存。</translation>
    </message>
    <message>
        <source>Another program has changed the file meanwhile.</source>
        <translation>其间另一个程序修改了此文件。</translation>
    </message>
    <message>
        <source>As it was</source>
        <translation>恢复原样</translation>
    </message>
    <message>
        <source>Go on editing</source>
        <translation>继续编辑</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Take back all that was changed here</source>
        <translation>撤销在此所做的全部修改</translation>
    </message>
    <message>
        <source>What it wrote is replaced by what stands here.</source>
        <translation>它所写的内容将被此处的内容替换。</translation>
    </message>
    <message>
        <source>Words that mean the same</source>
        <translation>同义词</translation>
    </message>
</context>
<context>
    <name>TabsBar</name>
    <message>
        <source>Close this tab (Ctrl+W)</source>
        <translation>关闭此标签页（Ctrl+W）</translation>
    </message>
    <message>
        <source>Open pages</source>
        <translation>打开的网页</translation>
    </message>
    <message>
        <source>Tabs further left</source>
        <translation>左边的标签</translation>
    </message>
    <message>
        <source>Tabs further right</source>
        <translation>右边的标签</translation>
    </message>
</context>
<context>
    <name>TagsSection</name>
    <message>
        <source>Give the page on screen a tag…</source>
        <translation>给当前网页加标签…</translation>
    </message>
    <message>
        <source>Pages with a star, a note or a tag of yours</source>
        <translation>带有您的星标、笔记或标签的网页</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Tags, stars and notes are kept with the archive</source>
        <translation>标签、星标和笔记随存档保存</translation>
    </message>
</context>
<context>
    <name>TeachBar</name>
    <message>
        <source>Accept (A)</source>
        <translation>接受（A）</translation>
    </message>
    <message>
        <source>Because of {words}. {decided} decided, {left} left.</source>
        <translation>原因：{words}。已决定 {decided} 个，还有 {left} 个。</translation>
    </message>
    <message>
        <source>End it</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>合适</translation>
    </message>
    <message>
        <source>How well it fits; with “?” the answer is open and teaches most</source>
        <translation>有多合适；带“?”的答案不确定，最有教益</translation>
    </message>
    <message>
        <source>Looking for more like “{name}”…</source>
        <translation>正在查找更多类似“{name}”的网页…</translation>
    </message>
    <message>
        <source>Looking for more pages like these</source>
        <translation>正在查找更多类似网页</translation>
    </message>
    <message>
        <source>Nothing is left to propose.</source>
        <translation>没有可以提出的了。</translation>
    </message>
    <message>
        <source>Propose again, by what was accepted and refused</source>
        <translation>按已接受和拒绝的重新提出</translation>
    </message>
    <message>
        <source>Proposed for “{name}”</source>
        <translation>提议放入“{name}”</translation>
    </message>
    <message>
        <source>Refuse (R)</source>
        <translation>拒绝（R）</translation>
    </message>
    <message>
        <source>The page belongs here</source>
        <translation>该网页属于这里</translation>
    </message>
    <message>
        <source>The page does not</source>
        <translation>该网页不属于这里</translation>
    </message>
    <message>
        <source>nothing in particular</source>
        <translation>没有特别之处</translation>
    </message>
    <message>
        <source>{share} ?</source>
        <translation>{share} ?</translation>
    </message>
</context>
<context>
    <name>TeachSheet</name>
    <message>
        <source>A site, the beginning of addresses, or a pattern with *</source>
        <translation>站点、地址开头，或带 * 的模式</translation>
    </message>
    <message>
        <source>A way of your own</source>
        <translation>自己的方式</translation>
    </message>
    <message>
        <source>All values of a page, not the first alone</source>
        <translation>网页上的所有值，不只第一个</translation>
    </message>
    <message>
        <source>Change a field</source>
        <translation>更改字段</translation>
    </message>
    <message>
        <source>Examples given: {count}. Right-click the value on another page to give one more.</source>
        <translation>已给出的例子：{count}。在另一网页上右键单击该值，可再给一个例子。</translation>
    </message>
    <message>
        <source>Expression</source>
        <translation>表达式</translation>
    </message>
    <message>
        <source>How a value is found</source>
        <translation>如何找到值</translation>
    </message>
    <message>
        <source>How the value is read</source>
        <translation>如何读取值</translation>
    </message>
    <message>
        <source>Keep it, and look for its values in every version</source>
        <translation>保留它，并在每个版本中查找它的值</translation>
    </message>
    <message>
        <source>Keep the field</source>
        <translation>保留字段</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>No page says the old value any more. Tick the way that finds the right one.</source>
        <translation>没有网页再写着旧值。请勾选能找到正确值的方式。</translation>
    </message>
    <message>
        <source>No way to find it is ticked yet.</source>
        <translation>还没有勾选查找它的方法。</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>网页</translation>
    </message>
    <message>
        <source>Price, author, 发布时间 …</source>
        <translation>价格、作者、发布时间 …</translation>
    </message>
    <message>
        <source>Show what this finds on the page</source>
        <translation>显示它在网页上找到什么</translation>
    </message>
    <message>
        <source>Teach a field</source>
        <translation>教一个字段</translation>
    </message>
    <message>
        <source>The field has no name yet.</source>
        <translation>字段还没有名称。</translation>
    </message>
    <message>
        <source>The first way that finds something on a page counts. Tick those that say the right thing.</source>
        <translation>以网页上第一个找到内容的方式为准。请勾选结果正确的方式。</translation>
    </message>
    <message>
        <source>The name of the field, for tables and searches</source>
        <translation>字段的名称，用于表格和搜索</translation>
    </message>
    <message>
        <source>To teach by an example, right-click a value on a page: “Teach a field…”.</source>
        <translation>要用例子来教，请在网页上右键单击一个值：“教一个字段…”。</translation>
    </message>
    <message>
        <source>Try</source>
        <translation>试试</translation>
    </message>
    <message>
        <source>Trying ways to find it on other pages of the site…</source>
        <translation>正在站点的其他网页上试用查找方式…</translation>
    </message>
    <message>
        <source>Way</source>
        <translation>方式</translation>
    </message>
    <message>
        <source>Ways to find it</source>
        <translation>查找方式</translation>
    </message>
    <message>
        <source>Ways to find the value</source>
        <translation>查找值的方式</translation>
    </message>
    <message>
        <source>What the way looks for</source>
        <translation>此方式查找什么</translation>
    </message>
    <message>
        <source>finds nothing on this page</source>
        <translation>在此网页上找不到内容</translation>
    </message>
    <message>
        <source>{matched} of {pages} pages like it</source>
        <translation>类似网页 {pages} 个中的 {matched} 个</translation>
    </message>
</context>
<context>
    <name>TemplateView</name>
    <message numerus="yes">
        <source>%Ln part(s)</source>
        <translation>
            <numerusform>%Ln 个部分</numerusform>
        </translation>
    </message>
    <message>
        <source>Back to the page (Esc)</source>
        <translation>返回网页 (Esc)</translation>
    </message>
    <message>
        <source>Back to the part inside it</source>
        <translation>回到其中的部分</translation>
    </message>
    <message>
        <source>Grey is what the pages of the site have in common: main text, exports and search leave it out. Right-click in the page to correct it.</source>
        <translation>灰色部分是网站各网页共有的内容：正文、导出和搜索都不计入。在网页中右键单击可以更正。</translation>
    </message>
    <message>
        <source>Importance {n}: 0 says the same on all pages, 1 something else on each.</source>
        <translation>重要度 {n}：0 表示在所有网页上都一样，1 表示每个网页都不同。</translation>
    </message>
    <message>
        <source>Its template is what at least three pages of one layout have in common.</source>
        <translation>模板是同一版式的至少三个网页共有的内容。</translation>
    </message>
    <message>
        <source>Keep this part on all pages of the site</source>
        <translation>在网站的所有网页上保留这一部分</translation>
    </message>
    <message>
        <source>Larger part</source>
        <translation>更大的部分</translation>
    </message>
    <message>
        <source>Leave this part out on all pages of the site</source>
        <translation>在网站的所有网页上去掉这一部分</translation>
    </message>
    <message>
        <source>Looking at the pages of the site</source>
        <translation>正在查看网站的网页</translation>
    </message>
    <message>
        <source>Looking at the pages of the site…</source>
        <translation>正在查看网站的网页…</translation>
    </message>
    <message>
        <source>Next part (F8)</source>
        <translation>下一个部分 (F8)</translation>
    </message>
    <message>
        <source>Nothing is known of this site yet.</source>
        <translation>对这个网站还一无所知。</translation>
    </message>
    <message>
        <source>On {pages} of {all} pages that were looked at.</source>
        <translation>在看过的 {all} 个网页中，有 {pages} 个带有它。</translation>
    </message>
    <message>
        <source>Pages of the site with another layout have it.</source>
        <translation>网站中其他版式的网页带有它。</translation>
    </message>
    <message>
        <source>Parts of the template</source>
        <translation>模板的各个部分</translation>
    </message>
    <message>
        <source>Previous part (F7)</source>
        <translation>上一个部分 (F7)</translation>
    </message>
    <message>
        <source>Right-click in the page to mark a part that is no content.</source>
        <translation>在网页中右键单击，可以标记不是内容的部分。</translation>
    </message>
    <message>
        <source>Site template</source>
        <translation>网站模板</translation>
    </message>
    <message>
        <source>Site template of {site}</source>
        <translation>{site} 的网站模板</translation>
    </message>
    <message>
        <source>Smaller part</source>
        <translation>更小的部分</translation>
    </message>
    <message>
        <source>Take the mark back</source>
        <translation>收回标记</translation>
    </message>
    <message>
        <source>The part of the page that this one stands in</source>
        <translation>它所在的部分</translation>
    </message>
    <message>
        <source>This is content</source>
        <translation>这是内容</translation>
    </message>
    <message>
        <source>This is not content</source>
        <translation>这不是内容</translation>
    </message>
    <message>
        <source>This page repeats nothing of its site.</source>
        <translation>这个网页没有重复网站的内容。</translation>
    </message>
    <message>
        <source>This region stands on {pages} of {all} pages of this layout and says mostly the same.</source>
        <translation>在这种版式的 {all} 个网页中，有 {pages} 个带有这个区域，且内容大多相同。</translation>
    </message>
    <message>
        <source>This text stands in the same place on {pages} of {all} pages of this layout.</source>
        <translation>在这种版式的 {all} 个网页中，有 {pages} 个在同一位置有这段文字。</translation>
    </message>
    <message>
        <source>What was learned from the pages of the site holds again</source>
        <translation>从网站的网页中学到的结果重新生效</translation>
    </message>
    <message>
        <source>content, marked by you</source>
        <translation>内容，由您标记</translation>
    </message>
    <message>
        <source>importance {n}</source>
        <translation>重要度 {n}</translation>
    </message>
    <message numerus="yes">
        <source>learned from %Ln page(s) of this layout</source>
        <translation>
            <numerusform>从这种版式的 %Ln 个网页中学到</numerusform>
        </translation>
    </message>
    <message>
        <source>no content, marked by you</source>
        <translation>不是内容，由您标记</translation>
    </message>
    <message>
        <source>no other page of the site has this layout</source>
        <translation>网站没有其他网页是这种版式</translation>
    </message>
    <message>
        <source>on pages of other layouts</source>
        <translation>在其他版式的网页上</translation>
    </message>
    <message>
        <source>on {pages} of {all} pages</source>
        <translation>在 {all} 个网页中的 {pages} 个上</translation>
    </message>
    <message>
        <source>{share} of the text of this page</source>
        <translation>占这个网页文字的 {share}</translation>
    </message>
</context>
<context>
    <name>TextBar</name>
    <message numerus="yes">
        <source>%Ln character(s)</source>
        <translation>
            <numerusform>%Ln 个字符</numerusform>
        </translation>
    </message>
    <message>
        <source>Copy the whole text</source>
        <translation>复制全文</translation>
    </message>
    <message>
        <source>Everything that is written on it: menus, side columns and notes too</source>
        <translation>网页上的全部文字：也包括菜单、侧栏和注释</translation>
    </message>
    <message>
        <source>Find (Ctrl+F)</source>
        <translation>查找（Ctrl+F）</translation>
    </message>
    <message>
        <source>Larger letters (Ctrl++)</source>
        <translation>放大字号（Ctrl++）</translation>
    </message>
    <message>
        <source>Main text</source>
        <translation>正文</translation>
    </message>
    <message>
        <source>Only what this page is about</source>
        <translation>只看网页的主要内容</translation>
    </message>
    <message>
        <source>Smaller letters (Ctrl+-)</source>
        <translation>缩小字号（Ctrl+-）</translation>
    </message>
    <message>
        <source>Whole page</source>
        <translation>整个网页</translation>
    </message>
</context>
<context>
    <name>TextSurface</name>
    <message>
        <source>Text of this version</source>
        <translation>此版本的文本</translation>
    </message>
</context>
<context>
    <name>TextTab</name>
    <message>
        <source>Official document</source>
        <translation>公文</translation>
    </message>
    <message>
        <source>Reading the document…</source>
        <translation>正在读取文档…</translation>
    </message>
    <message>
        <source>The text could not be read.</source>
        <translation>无法读取文本。</translation>
    </message>
    <message>
        <source>There is no text in this document.</source>
        <translation>此文档中没有文本。</translation>
    </message>
    <message>
        <source>What it says of itself</source>
        <translation>文档自述</translation>
    </message>
</context>
<context>
    <name>TimeBar</name>
    <message>
        <source>Go through all crawls</source>
        <translation>依次播放各次抓取</translation>
    </message>
    <message>
        <source>{day} (now)</source>
        <translation>{day}（现在）</translation>
    </message>
</context>
<context>
    <name>Timeline</name>
    <message>
        <source>Seen unchanged on {date}</source>
        <translation>{date} 重访，内容未变</translation>
    </message>
    <message>
        <source>Version {n} of {total}, {date}</source>
        <translation>第 {n} 个版本，共 {total} 个，{date}</translation>
    </message>
    <message>
        <source>Versions in time</source>
        <translation>版本时间轴</translation>
    </message>
    <message>
        <source>content changed</source>
        <translation>内容有变化</translation>
    </message>
    <message>
        <source>d MMM yyyy</source>
        <comment>date under the axis, as Qt writes it</comment>
        <translation>yyyy年M月d日</translation>
    </message>
    <message>
        <source>error answer ({status})</source>
        <translation>错误响应 ({status})</translation>
    </message>
    <message>
        <source>first version</source>
        <translation>首个版本</translation>
    </message>
    <message>
        <source>picked for comparison</source>
        <translation>已选中用于比较</translation>
    </message>
    <message>
        <source>redirect ({status})</source>
        <translation>重定向 ({status})</translation>
    </message>
</context>
<context>
    <name>TimetableEditor</name>
    <message>
        <source> h</source>
        <comment>hours</comment>
        <translation> 小时</translation>
    </message>
    <message>
        <source>Daily</source>
        <translation>每天</translation>
    </message>
    <message>
        <source>Day of the month</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>Day of the week</source>
        <translation>星期</translation>
    </message>
    <message>
        <source>Every few hours</source>
        <translation>每隔几小时</translation>
    </message>
    <message>
        <source>Hours between two runs</source>
        <translation>两次运行之间的小时数</translation>
    </message>
    <message>
        <source>Month</source>
        <translation>月份</translation>
    </message>
    <message>
        <source>Monthly</source>
        <translation>每月</translation>
    </message>
    <message>
        <source>Next visit: {moment}. It runs while this archive is open; what was missed is made up for.</source>
        <translation>下次访问：{moment}。在此存档库打开期间运行，错过的会补上。</translation>
    </message>
    <message>
        <source>Not repeated</source>
        <translation>不重复</translation>
    </message>
    <message>
        <source>Repeat</source>
        <translation>重复</translation>
    </message>
    <message>
        <source>Runs whenever this archive is opened.</source>
        <translation>每次打开此存档库时运行。</translation>
    </message>
    <message>
        <source>Time of day</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Weekly</source>
        <translation>每周</translation>
    </message>
    <message>
        <source>When the archive is opened</source>
        <translation>打开存档库时</translation>
    </message>
    <message>
        <source>Yearly</source>
        <translation>每年</translation>
    </message>
    <message>
        <source>day </source>
        <translation>日期 </translation>
    </message>
    <message>
        <source>every </source>
        <translation>每 </translation>
    </message>
</context>
<context>
    <name>TravelBand</name>
    <message>
        <source>Back to now</source>
        <translation>回到现在</translation>
    </message>
    <message>
        <source>Choose another day</source>
        <translation>选择另一天</translation>
    </message>
    <message>
        <source>Show the archive as it is now (Esc)</source>
        <translation>显示存档库现在的样子（Esc）</translation>
    </message>
    <message>
        <source>The archive as it was on {day}</source>
        <translation>存档库在 {day} 的样子</translation>
    </message>
    <message>
        <source>The day with captures before: {day}</source>
        <translation>上一个有采集的日子：{day}</translation>
    </message>
    <message>
        <source>The next day with captures: {day}</source>
        <translation>下一个有采集的日子：{day}</translation>
    </message>
    <message>
        <source>There are no captures after this day</source>
        <translation>此日之后没有采集</translation>
    </message>
    <message>
        <source>There are no captures before this day</source>
        <translation>此日之前没有采集</translation>
    </message>
</context>
<context>
    <name>TreeEditor</name>
    <message>
        <source>&amp;Add</source>
        <translation>添加(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>删除(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Move…</source>
        <translation>移动(&amp;M)…</translation>
    </message>
    <message>
        <source>(at the top)</source>
        <translation>（最上层）</translation>
    </message>
    <message>
        <source>A category below the one that is chosen (Ins)</source>
        <translation>在所选分类之下添加 (Ins)</translation>
    </message>
    <message>
        <source>A category beside the topmost ones</source>
        <translation>在最上层添加</translation>
    </message>
    <message>
        <source>Add &amp;rule</source>
        <translation>添加规则(&amp;R)</translation>
    </message>
    <message>
        <source>Add at the &amp;top</source>
        <translation>添加到最上层(&amp;T)</translation>
    </message>
    <message>
        <source>Address begins with</source>
        <translation>地址开头</translation>
    </message>
    <message>
        <source>Address matches</source>
        <translation>地址匹配</translation>
    </message>
    <message>
        <source>Below another category</source>
        <translation>移到另一个分类之下</translation>
    </message>
    <message>
        <source>Below which category?</source>
        <translation>移到哪个分类之下？</translation>
    </message>
    <message>
        <source>Categories</source>
        <translation>分类</translation>
    </message>
    <message>
        <source>Categories and their rules</source>
        <translation>分类和规则</translation>
    </message>
    <message>
        <source>Chinese name</source>
        <translation>中文名</translation>
    </message>
    <message>
        <source>Choose a category</source>
        <translation>请选择一个分类</translation>
    </message>
    <message>
        <source>English name</source>
        <translation>英文名</translation>
    </message>
    <message>
        <source>Find a category</source>
        <translation>查找分类</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Kind of rule</source>
        <translation>规则种类</translation>
    </message>
    <message>
        <source>Looks for</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Move “{name}”</source>
        <translation>移动“{name}”</translation>
    </message>
    <message>
        <source>New category</source>
        <translation>新分类</translation>
    </message>
    <message>
        <source>Pages in whose address this regular expression is found.</source>
        <translation>地址中有此正则表达式的网页。</translation>
    </message>
    <message>
        <source>Pages of this site, and of sites below it.</source>
        <translation>该站点及其下级站点的网页。</translation>
    </message>
    <message>
        <source>Pages that it fits are of this category</source>
        <translation>符合的网页归入此分类</translation>
    </message>
    <message>
        <source>Pages whose address begins so.</source>
        <translation>地址以此开头的网页。</translation>
    </message>
    <message>
        <source>Pages with all of these words in title or text; | between words: one of them; -: none of them.</source>
        <translation>标题或正文含有全部这些词的网页；词间用 | 表示其一，- 表示不含。</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Rules of the category</source>
        <translation>该分类的规则</translation>
    </message>
    <message>
        <source>Rules of {category}</source>
        <translation>{category}的规则</translation>
    </message>
    <message>
        <source>Site</source>
        <translation>站点</translation>
    </message>
    <message>
        <source>Take back the last change (Ctrl+Z)</source>
        <translation>撤销上一步 (Ctrl+Z)</translation>
    </message>
    <message>
        <source>Take the chosen rule out</source>
        <translation>去掉所选规则</translation>
    </message>
    <message>
        <source>Take the tree that comes with the program, with the rules that fit it</source>
        <translation>换回程序自带的分类树，保留仍适用的规则</translation>
    </message>
    <message>
        <source>Tree of the program</source>
        <translation>程序自带的树</translation>
    </message>
    <message>
        <source>What it looks for</source>
        <translation>查找内容</translation>
    </message>
    <message>
        <source>With all below it, and their rules (Del)</source>
        <translation>连同其下级和规则 (Del)</translation>
    </message>
    <message>
        <source>Words of the page</source>
        <translation>网页中的词</translation>
    </message>
    <message>
        <source>budget council|parliament -sport</source>
        <translation>预算 议会|人大 -体育</translation>
    </message>
</context>
<context>
    <name>TreeHead</name>
    <message numerus="yes">
        <source>%Ln address(es) found</source>
        <translation>
            <numerusform>找到 %Ln 个地址</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s) found</source>
        <translation>
            <numerusform>找到 %Ln 个页面</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose by type, kind of page, language, year, author, issuer, own tags</source>
        <translation>按类型、页面种类、语言、年份、作者、发文机关、我的标签筛选</translation>
    </message>
    <message>
        <source>Crawl again</source>
        <translation>再次抓取</translation>
    </message>
    <message>
        <source>Filter by title or address</source>
        <translation>按标题或网址筛选</translation>
    </message>
    <message>
        <source>More than {count} found</source>
        <translation>已找到超过 {count} 个</translation>
    </message>
    <message>
        <source>Show &amp;everything</source>
        <translation>显示全部(&amp;E)</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Show images, style sheets, scripts, redirects and errors too</source>
        <translation>也显示图片、样式表、脚本、重定向和错误</translation>
    </message>
    <message>
        <source>Type a part of a title or address, or a whole address (%1). Down goes to the list.</source>
        <translation>输入标题或地址的一部分，或完整的地址（%1）。按向下键转到列表。</translation>
    </message>
</context>
<context>
    <name>TreePanel</name>
    <message numerus="yes">
        <source>%n selected row(s)</source>
        <translation>
            <numerusform>选中的 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>Choose an address and what to capture</source>
        <translation>选择地址和采集范围</translation>
    </message>
    <message>
        <source>Clear all</source>
        <translation>全部清除</translation>
    </message>
    <message>
        <source>Crawl the selected site or folder, or the site of the page, with the settings of the last time</source>
        <translation>再次抓取所选的站点或文件夹，或所选页面的站点，沿用上一次的设置</translation>
    </message>
    <message>
        <source>New crawl…</source>
        <translation>新建抓取…</translation>
    </message>
    <message>
        <source>No document’s title or address contains “{text}”. “Show everything” looks further.</source>
        <translation>没有文档的标题或地址包含“{text}”。“显示全部内容”可扩大查找范围。</translation>
    </message>
    <message>
        <source>No page fits all of this: {choice}.</source>
        <translation>没有网页符合全部条件：{choice}。</translation>
    </message>
    <message>
        <source>No title or address contains “{text}”.</source>
        <translation>没有标题或地址包含“{text}”。</translation>
    </message>
    <message>
        <source>None of the pages that are chosen above contains “{text}” in its title or address.</source>
        <translation>在以上条件筛选出的网页中，没有标题或网址包含“{text}”的。</translation>
    </message>
    <message>
        <source>Nothing fits</source>
        <translation>没有符合条件的网页</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>没有找到</translation>
    </message>
    <message>
        <source>Nothing was archived yet</source>
        <translation>当时还没有存档</translation>
    </message>
    <message>
        <source>Pages appear here as they are stored.</source>
        <translation>网页保存后会立即显示在这里。</translation>
    </message>
    <message>
        <source>Pages of the archive</source>
        <translation>存档库中的网页</translation>
    </message>
    <message>
        <source>Pages that match the filter</source>
        <translation>符合筛选条件的网页</translation>
    </message>
    <message>
        <source>Show everything again</source>
        <translation>重新显示全部</translation>
    </message>
    <message>
        <source>Start a crawl: every page it finds is kept here, with every version of it. Or import files of other programs: drop them here, or press Ctrl+I.</source>
        <translation>请开始一次抓取：找到的每个网页及其每个版本都会保存在这里。也可以导入其他程序的文件：拖到这里，或按 Ctrl+I。</translation>
    </message>
    <message>
        <source>The first captures came after this day.</source>
        <translation>最早的采集在这一天之后。</translation>
    </message>
    <message>
        <source>This archive is empty</source>
        <translation>此存档库是空的</translation>
    </message>
    <message>
        <source>Waiting for the first page</source>
        <translation>正在等待第一个网页</translation>
    </message>
</context>
<context>
    <name>VerdictWords</name>
    <message numerus="yes">
        <source>%Ln problem(s)</source>
        <translation>
            <numerusform>%Ln 个问题</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln problem(s) so far</source>
        <translation>
            <numerusform>目前发现 %Ln 个问题</numerusform>
        </translation>
    </message>
    <message>
        <source>All other captures are not touched by them. Copy the damaged file from a backup, or recover it.</source>
        <translation>其他采集不受影响。请从备份中复制损坏的文件，或进行恢复。</translation>
    </message>
    <message>
        <source>At the last check, {date}, all was in order. What has come since was not checked: {size}.</source>
        <translation>{date}的上次检查中一切完好。之后新增的内容尚未检查：{size}。</translation>
    </message>
    <message>
        <source>Check again from time to time, and after the archive was copied to another disk.</source>
        <translation>请不时重新检查；把存档库复制到其他磁盘后也请检查。</translation>
    </message>
    <message>
        <source>Check again to see each of them.</source>
        <translation>重新检查即可逐一列出。</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>正在检查…</translation>
    </message>
    <message>
        <source>Every record is read and compared with the check sums stored with it, and the index with the records. Nothing is changed. You can go on working meanwhile.</source>
        <translation>逐条读取记录，与随记录保存的校验和比对，并将索引与记录核对。不会改动任何内容，期间可以继续工作。</translation>
    </message>
    <message>
        <source>Everything is in order</source>
        <translation>一切完好</translation>
    </message>
    <message>
        <source>Found {date}, when {records} records ({size}) were checked.</source>
        <translation>{date}检查 {records} 条记录（{size}）时发现。</translation>
    </message>
    <message>
        <source>Looking at the batches…</source>
        <translation>正在查看批次文件…</translation>
    </message>
    <message>
        <source>More has come since the last check</source>
        <translation>上次检查之后又有新内容</translation>
    </message>
    <message>
        <source>No problem so far</source>
        <translation>目前没有问题</translation>
    </message>
    <message>
        <source>No problems</source>
        <translation>没有问题</translation>
    </message>
    <message>
        <source>No problems at the last check</source>
        <translation>上次检查没有问题</translation>
    </message>
    <message>
        <source>Nobody has checked this archive with this program on this computer.</source>
        <translation>此存档库还没有在这台电脑上用本程序检查过。</translation>
    </message>
    <message>
        <source>Not checked yet</source>
        <translation>尚未检查</translation>
    </message>
    <message>
        <source>Something is missing since the last check</source>
        <translation>上次检查之后有内容缺失</translation>
    </message>
    <message>
        <source>The batch files are {size} smaller than at the last check, {date}. Check everything now.</source>
        <translation>批次文件比{date}的上次检查时少了 {size}。请立即全面检查。</translation>
    </message>
    <message>
        <source>The check could not be made</source>
        <translation>无法进行检查</translation>
    </message>
    <message>
        <source>The check was stopped</source>
        <translation>检查已停止</translation>
    </message>
    <message>
        <source>The problems are not listed here any more</source>
        <translation>这里不再列出这些问题</translation>
    </message>
    <message>
        <source>There is nothing to check yet</source>
        <translation>还没有可检查的内容</translation>
    </message>
    <message>
        <source>This archive holds no captures.</source>
        <translation>此存档库中没有采集内容。</translation>
    </message>
    <message>
        <source>What a check does</source>
        <translation>检查的内容</translation>
    </message>
    <message>
        <source>{done} of {total} read; problems so far: {count}</source>
        <translation>已读取 {done}，共 {total}；目前的问题：{count}</translation>
    </message>
    <message>
        <source>{done} of {total} were read before the check was stopped; the rest is not known.</source>
        <translation>停止检查前读取了 {done}，共 {total}；其余部分情况不明。</translation>
    </message>
    <message>
        <source>{records} records ({size}) were checked strictly {date}: no problem was found.</source>
        <translation>{date}严格检查了 {records} 条记录（{size}），没有发现问题。</translation>
    </message>
    <message>
        <source>{records} records ({size}) were checked {date}: no problem was found.</source>
        <translation>{date}检查了 {records} 条记录（{size}），没有发现问题。</translation>
    </message>
</context>
<context>
    <name>VersionPictures</name>
    <message>
        <source>No picture can be taken of this version</source>
        <translation>无法为此版本生成缩略图</translation>
    </message>
    <message>
        <source>Pictures of the versions</source>
        <translation>各版本的缩略图</translation>
    </message>
</context>
<context>
    <name>VersionStrip</name>
    <message numerus="yes">
        <source>%n elsewhere</source>
        <translation>
            <numerusform>%n 个远程抓取</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n picked</source>
        <translation>
            <numerusform>已选 %n 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n version(s)</source>
        <translation>
            <numerusform>%n 个版本</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n visit(s)</source>
        <translation>
            <numerusform>%n 次重访</numerusform>
        </translation>
    </message>
    <message>
        <source>Captures elsewhere: show what other archives have of this page</source>
        <translation>远程抓取：显示其他存档中此网页的抓取</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Compare the newest two versions.</source>
        <translation>比较最新的两个版本。</translation>
    </message>
    <message>
        <source>Compare the picked version with the one on screen</source>
        <translation>比较选定的版本与屏幕上的版本</translation>
    </message>
    <message>
        <source>Compare the shown version with the one before it</source>
        <translation>将当前版本与上一个版本比较</translation>
    </message>
    <message>
        <source>Compare the two picked versions (Enter)</source>
        <translation>比较选中的两个版本 (Enter)</translation>
    </message>
    <message>
        <source>From {first} to {last}</source>
        <translation>从 {first} 到 {last}</translation>
    </message>
    <message>
        <source>Next version (Right)</source>
        <translation>下一个版本（→）</translation>
    </message>
    <message>
        <source>One version is picked. Pick another one to compare it with.</source>
        <translation>已选定一个版本。请再选一个与之比较。</translation>
    </message>
    <message>
        <source>Pick two versions</source>
        <translation>请选择两个版本</translation>
    </message>
    <message>
        <source>Pick two versions to compare: click them, or press Space (Ctrl+click works any time)</source>
        <translation>选择两个版本进行比较：单击版本，或按空格键（也可随时按住 Ctrl 单击）</translation>
    </message>
    <message>
        <source>Previous version (Left)</source>
        <translation>上一个版本（←）</translation>
    </message>
    <message>
        <source>Show the versions as small pictures, taken out of sight as they are looked for</source>
        <translation>以缩略图显示各版本，在后台按需拍摄</translation>
    </message>
    <message>
        <source>The page itself has one version. Compare how it looked at first and at the last visit: scripts, frames and pictures may be others.</source>
        <translation>页面本身只有一个版本。可比较它最初与最近一次访问时的显示：脚本、框架和图片可能已不同。</translation>
    </message>
    <message>
        <source>There is only one version. Crawl the page again: what has changed is another one.</source>
        <translation>只有一个版本。再次抓取此页面：有变化便成为另一个版本。</translation>
    </message>
    <message>
        <source>This is the first version: there is none before it</source>
        <translation>这是第一个版本，之前没有版本</translation>
    </message>
    <message>
        <source>To compare others, pick two: press the list icon and click them, or click with Ctrl.</source>
        <translation>要比较其他版本，请选定两个：按下列表图标后点击，或按住 Ctrl 点击。</translation>
    </message>
    <message>
        <source>With previous</source>
        <translation>与上一版本</translation>
    </message>
</context>
<context>
    <name>Weights</name>
    <message>
        <source>Guide words in the text of the link and in the address</source>
        <translation>链接文字和地址中的导向词</translation>
    </message>
    <message>
        <source>How many known pages link to the address</source>
        <translation>有多少已知网页链接到该地址</translation>
    </message>
    <message>
        <source>How near to the start it is</source>
        <translation>离起点有多近</translation>
    </message>
    <message>
        <source>How relevant the page is that linked to it first</source>
        <translation>最先链接到它的网页的相关度</translation>
    </message>
    <message>
        <source>How relevant the pages of the host were so far, on average</source>
        <translation>该主机上已读网页的平均相关度</translation>
    </message>
    <message>
        <source>a1 host</source>
        <translation>a1 主机</translation>
    </message>
    <message>
        <source>a2 in-links</source>
        <translation>a2 入链</translation>
    </message>
    <message>
        <source>a3 parent</source>
        <translation>a3 上级</translation>
    </message>
    <message>
        <source>a4 depth</source>
        <translation>a4 深度</translation>
    </message>
    <message>
        <source>a5 words</source>
        <translation>a5 词语</translation>
    </message>
</context>
<context>
    <name>WhyCard</name>
    <message>
        <source>&amp;Open</source>
        <translation>打开(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Take it anyway</source>
        <translation>仍然采集(&amp;T)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Copy the address</source>
        <translation>复制地址</translation>
    </message>
    <message>
        <source>Queue this address, whatever scope, depth, traps or content types say</source>
        <translation>不论范围、深度、陷阱或内容类型如何，都将此地址加入队列</translation>
    </message>
    <message>
        <source>Show it in the archive</source>
        <translation>在存档库中显示</translation>
    </message>
    <message>
        <source>This crawl has not come across this address.</source>
        <translation>此抓取没有遇到过这个地址。</translation>
    </message>
    <message>
        <source>Why this address is where it is</source>
        <translation>此地址处于当前状态的原因</translation>
    </message>
    <message>
        <source>Why?</source>
        <translation>为什么？</translation>
    </message>
</context>
<context>
    <name>WindowActions</name>
    <message>
        <source>&amp;About Tianwang Explorer</source>
        <translation>关于 Tianwang Explorer(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Address field</source>
        <translation>地址栏(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Archive</source>
        <translation>存档库(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>后退(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Browse and archive…</source>
        <translation>浏览并存档(&amp;B)…</translation>
    </message>
    <message>
        <source>&amp;Check everything</source>
        <translation>全面检查(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Close archive</source>
        <translation>关闭存档库(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Compare with previous version</source>
        <translation>与上一版本比较(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Continue last crawl</source>
        <translation>继续上次的抓取(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Crawl</source>
        <translation>抓取(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Duplicates…</source>
        <translation>重复内容(&amp;D)…</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>导出(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Fields…</source>
        <translation>字段(&amp;F)…</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Filter pages</source>
        <translation>按标题或网址筛选(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Full screen</source>
        <translation>全屏(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>转到(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Import…</source>
        <translation>导入(&amp;I)…</translation>
    </message>
    <message>
        <source>&amp;Integrity…</source>
        <translation>完整性(&amp;I)…</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>键盘快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Leave the comparison</source>
        <translation>退出比较(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Link map…</source>
        <translation>链接图(&amp;L)…</translation>
    </message>
    <message>
        <source>&amp;Log-ins…</source>
        <translation>登录信息(&amp;L)…</translation>
    </message>
    <message>
        <source>&amp;More like this page</source>
        <translation>更多类似网页(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;New archive…</source>
        <translation>新建存档库(&amp;N)…</translation>
    </message>
    <message>
        <source>&amp;New crawl…</source>
        <translation>新建抓取(&amp;N)…</translation>
    </message>
    <message>
        <source>&amp;Next day with captures</source>
        <translation>下一个有采集的日子(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Next page</source>
        <translation>下一个网页(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Notes</source>
        <translation>笔记(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Open archive…</source>
        <translation>打开存档库(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Pages</source>
        <translation>网页(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Pause or go on</source>
        <translation>暂停或继续(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Preferences…</source>
        <translation>首选项(&amp;P)…</translation>
    </message>
    <message>
        <source>&amp;Previous page</source>
        <translation>上一个网页(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Recent archives</source>
        <translation>最近的存档库(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Recover a damaged file…</source>
        <translation>恢复损坏的文件(&amp;R)…</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Reload</source>
        <translation>重新加载(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Search actions…</source>
        <translation>查找操作(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Search the archive…</source>
        <translation>搜索存档库(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Star</source>
        <translation>星标(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Statistics…</source>
        <translation>统计(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>A browser whose pages can be archived as you see them</source>
        <translation>可以把所见网页存档的浏览器</translation>
    </message>
    <message>
        <source>A page more beside the one on screen</source>
        <translation>在当前网页旁再打开一页</translation>
    </message>
    <message>
        <source>A word by which the page is found again</source>
        <translation>用来再次找到网页的词</translation>
    </message>
    <message>
        <source>Add a &amp;tag…</source>
        <translation>添加标签(&amp;T)…</translation>
    </message>
    <message>
        <source>Address and date on p&amp;aper</source>
        <translation>在纸上印网址和日期(&amp;A)</translation>
    </message>
    <message>
        <source>All keys at a glance</source>
        <translation>所有快捷键一览</translation>
    </message>
    <message>
        <source>As the &amp;system</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>At the foot of each printed page: the address, and when it was captured</source>
        <translation>在每页底部印上网址和采集时间</translation>
    </message>
    <message>
        <source>Back to no&amp;w</source>
        <translation>回到现在(&amp;W)</translation>
    </message>
    <message>
        <source>Back to the start page</source>
        <translation>返回起始页</translation>
    </message>
    <message>
        <source>Broken links, orphans, redirects, deep pages, words of links and more</source>
        <translation>失效链接、孤立网页、重定向、深层网页、链接文字等</translation>
    </message>
    <message>
        <source>C&amp;hange settings…</source>
        <translation>更改设置(&amp;H)…</translation>
    </message>
    <message>
        <source>C&amp;opy address</source>
        <translation>复制地址(&amp;O)</translation>
    </message>
    <message>
        <source>Calen&amp;dar…</source>
        <translation>日历(&amp;D)…</translation>
    </message>
    <message>
        <source>Captures else&amp;where…</source>
        <translation>远程抓取(&amp;W)…</translation>
    </message>
    <message>
        <source>Categories, kinds of pages, duplicates, saved searches and tags in place of the tree</source>
        <translation>在目录树的位置显示分类、网页种类、重复内容、已保存的搜索和标签</translation>
    </message>
    <message>
        <source>Change a crawl that has begun, after a look at what that does to its queue</source>
        <translation>更改已开始的抓取，并先查看对队列的影响</translation>
    </message>
    <message>
        <source>Choose a file: is it in the archive, or something like it?</source>
        <translation>选择一个文件：存档中有它或类似的内容吗？</translation>
    </message>
    <message>
        <source>Choose an address and what to capture</source>
        <translation>选择地址和采集范围</translation>
    </message>
    <message>
        <source>Choose pages b&amp;y…</source>
        <translation>按类别筛选(&amp;Y)…</translation>
    </message>
    <message>
        <source>Close tab</source>
        <translation>关闭标签页</translation>
    </message>
    <message>
        <source>Close the page on screen; the archive stays open</source>
        <translation>关闭当前网页，存档库保持打开</translation>
    </message>
    <message>
        <source>Close the program</source>
        <translation>关闭程序</translation>
    </message>
    <message>
        <source>Collection&amp;s</source>
        <translation>集合(&amp;S)</translation>
    </message>
    <message>
        <source>Colours of the program: {which}</source>
        <translation>程序配色：{which}</translation>
    </message>
    <message>
        <source>Compare with another page…</source>
        <translation>与其他页面比较…</translation>
    </message>
    <message>
        <source>Con&amp;vert the records…</source>
        <translation>转换记录(&amp;V)…</translation>
    </message>
    <message>
        <source>Continue &amp;earlier crawl</source>
        <translation>继续以前的抓取(&amp;E)</translation>
    </message>
    <message>
        <source>Crawl &amp;this page again</source>
        <translation>再次抓取此页面(&amp;T)</translation>
    </message>
    <message>
        <source>Crawl a&amp;gain</source>
        <translation>再次抓取(&amp;G)</translation>
    </message>
    <message>
        <source>Crawls that are kept: run them, change them, repeat them by a timetable</source>
        <translation>已保存的抓取：运行、更改、按时间表重复</translation>
    </message>
    <message>
        <source>Day with captures &amp;before</source>
        <translation>上一个有采集的日子(&amp;B)</translation>
    </message>
    <message>
        <source>Days of the past</source>
        <translation>过去的日子</translation>
    </message>
    <message>
        <source>Days with captures; a day shows the archive as it was then</source>
        <translation>有采集的日子；选一天即显示存档库当时的样子</translation>
    </message>
    <message>
        <source>F&amp;ind in the page…</source>
        <translation>在网页中查找(&amp;I)…</translation>
    </message>
    <message>
        <source>Fi&amp;gures over time…</source>
        <translation>随时间的统计(&amp;G)…</translation>
    </message>
    <message>
        <source>Find anything this program can do</source>
        <translation>查找本程序的任何功能</translation>
    </message>
    <message>
        <source>Find ne&amp;xt</source>
        <translation>查找下一处(&amp;X)</translation>
    </message>
    <message>
        <source>Find pages by title or address</source>
        <translation>按标题或地址查找网页</translation>
    </message>
    <message>
        <source>Find previo&amp;us</source>
        <translation>查找上一处(&amp;U)</translation>
    </message>
    <message>
        <source>Find words in every version of every page</source>
        <translation>在每个页面的每个版本里查找文字</translation>
    </message>
    <message>
        <source>Find words in what is shown</source>
        <translation>在当前显示的内容中查找文字</translation>
    </message>
    <message>
        <source>For&amp;ward</source>
        <translation>前进(&amp;W)</translation>
    </message>
    <message>
        <source>Give the page on screen a star, or take it away</source>
        <translation>给当前网页加星标，或取消星标</translation>
    </message>
    <message>
        <source>Go on with the newest crawl that has not finished</source>
        <translation>继续最近一次未完成的抓取</translation>
    </message>
    <message>
        <source>Have I s&amp;een this?…</source>
        <translation>我见过这个吗？(&amp;E)…</translation>
    </message>
    <message>
        <source>History…</source>
        <translation>浏览历史…</translation>
    </message>
    <message>
        <source>How strong topics are, how long pages last, growth, errors, languages and types</source>
        <translation>主题强度、网页寿命、增长、错误、语言和类型</translation>
    </message>
    <message>
        <source>How to use this program</source>
        <translation>如何使用本程序</translation>
    </message>
    <message>
        <source>Import a &amp;folder…</source>
        <translation>导入文件夹(&amp;F)…</translation>
    </message>
    <message>
        <source>Is everything in order, and what to do when it is not</source>
        <translation>检查存档库是否完好，以及出现问题时的处理办法</translation>
    </message>
    <message>
        <source>Language, theme, and what crawls begin with</source>
        <translation>语言、主题和抓取的默认设置</translation>
    </message>
    <message>
        <source>Let others read this archive in their browsers</source>
        <translation>让他人在浏览器中阅读这个存档库</translation>
    </message>
    <message>
        <source>Link &amp;reports…</source>
        <translation>链接报告(&amp;R)…</translation>
    </message>
    <message>
        <source>Make an empty archive</source>
        <translation>创建空的存档库</translation>
    </message>
    <message>
        <source>Make the index again from the batches</source>
        <translation>根据批次文件重新建立索引</translation>
    </message>
    <message>
        <source>Narrow the tree by type, kind of page, language, year, author, issuer, own tags</source>
        <translation>按类型、页面种类、语言、年份、作者、发文机关、我的标签缩小树的范围</translation>
    </message>
    <message>
        <source>New &amp;tab</source>
        <translation>新建标签页(&amp;T)</translation>
    </message>
    <message>
        <source>Next c&amp;hange</source>
        <translation>下一处变化(&amp;H)</translation>
    </message>
    <message>
        <source>Next tab</source>
        <translation>下一个标签页</translation>
    </message>
    <message>
        <source>On a cl&amp;uster…</source>
        <translation>在集群上抓取(&amp;U)…</translation>
    </message>
    <message>
        <source>One crawl on several machines, or by several nodes of this computer</source>
        <translation>由多台机器或本机的多个节点完成同一次抓取</translation>
    </message>
    <message>
        <source>Op&amp;en in browser</source>
        <translation>在浏览器中打开(&amp;E)</translation>
    </message>
    <message>
        <source>Open a copy of the document in the program that this computer has for it</source>
        <translation>用本机的相应程序打开文档的一份副本</translation>
    </message>
    <message>
        <source>Open again the tab that was closed last</source>
        <translation>重新打开最近关闭的标签页</translation>
    </message>
    <message>
        <source>Open an archive folder</source>
        <translation>打开存档库文件夹</translation>
    </message>
    <message>
        <source>Open in anot&amp;her program</source>
        <translation>用其他程序打开(&amp;H)</translation>
    </message>
    <message>
        <source>Open the address in the browser, as it is today</source>
        <translation>在浏览器中打开此地址的当前网页</translation>
    </message>
    <message>
        <source>Original si&amp;ze</source>
        <translation>原始大小(&amp;Z)</translation>
    </message>
    <message>
        <source>Pages and hosts as a picture with their links, through time</source>
        <translation>把网页和主机连同链接画成图，并可查看其变化</translation>
    </message>
    <message>
        <source>Pages that are the same as the one on screen, alike, or share passages</source>
        <translation>与当前网页相同、相似或有共同段落的网页</translation>
    </message>
    <message>
        <source>Passwords and cookies that crawls may use; log in with the browser</source>
        <translation>抓取可以使用的密码和 Cookie；用浏览器登录</translation>
    </message>
    <message>
        <source>Pause the crawl or go on with it</source>
        <translation>暂停抓取或继续抓取</translation>
    </message>
    <message>
        <source>Pre&amp;vious change</source>
        <translation>上一处变化(&amp;V)</translation>
    </message>
    <message>
        <source>Previous tab</source>
        <translation>上一个标签页</translation>
    </message>
    <message>
        <source>Prices, dates, names and other values of pages, in every version</source>
        <translation>网页的价格、日期、名称和其他值，每个版本都有</translation>
    </message>
    <message>
        <source>Print pa&amp;ge…</source>
        <translation>打印页面(&amp;G)…</translation>
    </message>
    <message>
        <source>Print the page, text or document on screen</source>
        <translation>打印当前显示的网页、文本或文档</translation>
    </message>
    <message>
        <source>Put the address of the page on the clipboard</source>
        <translation>将网页地址复制到剪贴板</translation>
    </message>
    <message>
        <source>Re&amp;build the index…</source>
        <translation>重建索引(&amp;B)…</translation>
    </message>
    <message>
        <source>Re-e&amp;xtract documents</source>
        <translation>重新提取文档(&amp;X)</translation>
    </message>
    <message>
        <source>Read again what older extractors have read: titles, authors, dates, languages</source>
        <translation>重新读取由旧提取器读取的内容：标题、作者、日期、语言</translation>
    </message>
    <message>
        <source>Read every record and compare it with its check sums</source>
        <translation>读取每条记录并与校验和比对</translation>
    </message>
    <message>
        <source>Read what can be read of a damaged file into a new one</source>
        <translation>把损坏文件中仍可读取的内容写入新文件</translation>
    </message>
    <message>
        <source>Reopen closed tab</source>
        <translation>恢复关闭的标签页</translation>
    </message>
    <message>
        <source>Repor&amp;t of the last import</source>
        <translation>上次导入的报告(&amp;T)</translation>
    </message>
    <message>
        <source>Sa&amp;ved crawls…</source>
        <translation>已保存的抓取(&amp;V)…</translation>
    </message>
    <message>
        <source>Save as P&amp;DF…</source>
        <translation>另存为 PDF(&amp;D)…</translation>
    </message>
    <message>
        <source>Save the page, text or document on screen as a PDF</source>
        <translation>把当前显示的网页、文本或文档另存为 PDF</translation>
    </message>
    <message>
        <source>Share on this net&amp;work…</source>
        <translation>在本网络中共享(&amp;W)…</translation>
    </message>
    <message>
        <source>Show &amp;everything</source>
        <translation>显示全部内容(&amp;E)</translation>
    </message>
    <message>
        <source>Show images, style sheets, scripts, redirects and errors too</source>
        <translation>同时显示图片、样式表、脚本、重定向和错误</translation>
    </message>
    <message>
        <source>Show or hide the crawl with its log</source>
        <translation>显示或隐藏抓取面板及日志</translation>
    </message>
    <message>
        <source>Show or hide the tree of pages</source>
        <translation>显示或隐藏网页树</translation>
    </message>
    <message>
        <source>Show pages in their own size</source>
        <translation>按原始大小显示网页</translation>
    </message>
    <message>
        <source>Show pages larger</source>
        <translation>放大显示网页</translation>
    </message>
    <message>
        <source>Show pages smaller</source>
        <translation>缩小显示网页</translation>
    </message>
    <message>
        <source>Show the archive as it is now</source>
        <translation>显示存档库现在的样子</translation>
    </message>
    <message>
        <source>Show the archive as it was on the day with captures before</source>
        <translation>显示存档库在上一个有采集的日子的样子</translation>
    </message>
    <message>
        <source>Show the archive as it was on the next day with captures</source>
        <translation>显示存档库在下一个有采集的日子的样子</translation>
    </message>
    <message>
        <source>Show the page again</source>
        <translation>重新显示网页</translation>
    </message>
    <message>
        <source>Show the page once more from the archive</source>
        <translation>从存档库重新加载网页</translation>
    </message>
    <message>
        <source>Show this version and a page of another address side by side</source>
        <translation>将此版本与另一个网址的页面并排显示</translation>
    </message>
    <message>
        <source>Show this version and the one before it side by side</source>
        <translation>并排显示此版本和上一个版本</translation>
    </message>
    <message>
        <source>Site c&amp;hanges…</source>
        <translation>网站变化(&amp;H)…</translation>
    </message>
    <message>
        <source>Site te&amp;mplate</source>
        <translation>网站模板(&amp;M)</translation>
    </message>
    <message>
        <source>Stop the crawl; it can be continued later</source>
        <translation>停止抓取；以后可以继续</translation>
    </message>
    <message>
        <source>Take back the star, tag or note that was written last</source>
        <translation>撤销最后一次添加的星标、标签或笔记</translation>
    </message>
    <message>
        <source>Take in Tianwang, WARC, ARC and WACZ files</source>
        <translation>导入天网、WARC、ARC 和 WACZ 文件</translation>
    </message>
    <message>
        <source>Take in all such files of a folder</source>
        <translation>导入文件夹中的全部此类文件</translation>
    </message>
    <message>
        <source>The change of the comparison before</source>
        <translation>比较中的上一处变化</translation>
    </message>
    <message>
        <source>The next change of the comparison</source>
        <translation>比较中的下一处变化</translation>
    </message>
    <message>
        <source>The next page of the tree</source>
        <translation>树中的下一个网页</translation>
    </message>
    <message>
        <source>The next place of the words on the page</source>
        <translation>这些字在页面上的下一处</translation>
    </message>
    <message>
        <source>The page of the tab to the left</source>
        <translation>左边标签页中的网页</translation>
    </message>
    <message>
        <source>The page of the tab to the right</source>
        <translation>右边标签页中的网页</translation>
    </message>
    <message>
        <source>The page of the tree before</source>
        <translation>树中的上一个网页</translation>
    </message>
    <message>
        <source>The page on screen, with the settings of the last time</source>
        <translation>屏幕上的页面，沿用上一次的设置</translation>
    </message>
    <message>
        <source>The place of the words before</source>
        <translation>这些字在页面上的上一处</translation>
    </message>
    <message>
        <source>The same content at several addresses</source>
        <translation>多个地址的内容相同</translation>
    </message>
    <message>
        <source>The selected site or folder, or the site of the page, with the settings of the last time</source>
        <translation>所选的站点或文件夹，或所选页面的站点，沿用上一次的设置</translation>
    </message>
    <message>
        <source>Type an address to archive</source>
        <translation>输入要存档的地址</translation>
    </message>
    <message>
        <source>Use the whole screen</source>
        <translation>使用整个屏幕</translation>
    </message>
    <message>
        <source>Version and licence</source>
        <translation>版本和许可证</translation>
    </message>
    <message>
        <source>What came in, and what did not</source>
        <translation>导入了什么，略过了什么</translation>
    </message>
    <message>
        <source>What is in the archive, and how it grew</source>
        <translation>存档库的构成和增长情况</translation>
    </message>
    <message>
        <source>What is new, gone and changed between two crawls or two dates</source>
        <translation>两次抓取或两个日期之间新增、消失和改动的网页</translation>
    </message>
    <message>
        <source>What the Wayback Machine and others have of the page on screen, to be taken in</source>
        <translation>Wayback Machine 等对当前网页的抓取，可存入</translation>
    </message>
    <message>
        <source>What this page has in common with the others of its site, and why</source>
        <translation>这个网页与网站其他网页共有的内容及其原因</translation>
    </message>
    <message>
        <source>What was looked at after this</source>
        <translation>转到之后查看的内容</translation>
    </message>
    <message>
        <source>What was looked at before</source>
        <translation>回到之前查看的内容</translation>
    </message>
    <message>
        <source>What was looked at in this archive, today and earlier</source>
        <translation>在此存档库中看过的网页，包括以前的</translation>
    </message>
    <message>
        <source>What you want to remember of the page</source>
        <translation>关于此网页想记住的内容</translation>
    </message>
    <message>
        <source>Write a &amp;note…</source>
        <translation>写笔记(&amp;N)…</translation>
    </message>
    <message>
        <source>Write again what was taken back last</source>
        <translation>重做最后一次撤销的内容</translation>
    </message>
    <message>
        <source>Write documents to a folder, in a format others can read</source>
        <translation>将文档以通用格式写入文件夹</translation>
    </message>
    <message>
        <source>Write every version in full, or only what has changed since the one before</source>
        <translation>将每个版本完整写入，或只写入与上一版本相比的改动</translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation>放大(&amp;I)</translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation>缩小(&amp;O)</translation>
    </message>
    <message>
        <source>{tip} ({keys})</source>
        <translation>{tip} ({keys})</translation>
    </message>
</context>
<context>
    <name>WindowArchive</name>
    <message numerus="yes">
        <source>%Ln damaged place(s) were stepped over; a check names them.</source>
        <translation>
            <numerusform>跳过了 %Ln 处损坏；检查会逐一列出。</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Rebuild</source>
        <translation>重建(&amp;R)</translation>
    </message>
    <message>
        <source>Check everything</source>
        <translation>全面检查</translation>
    </message>
    <message>
        <source>Make the index of this archive again?</source>
        <translation>要重建此存档库的索引吗？</translation>
    </message>
    <message>
        <source>Nothing is lost: all captures stay in the batches, with the same numbers, and everything about them is read from there again. The old index stays until the new one is complete. The archive is closed meanwhile; a large one takes some minutes.</source>
        <translation>不会丢失任何内容：全部采集仍在批次文件中，编号不变，相关信息会重新从中读取。新索引完成之前，旧索引一直保留。期间存档库会关闭；较大的存档库需要几分钟。</translation>
    </message>
    <message>
        <source>Rebuild the index</source>
        <translation>重建索引</translation>
    </message>
    <message>
        <source>The archive is being written to. Wait until that has finished.</source>
        <translation>正在写入存档库，请等待完成。</translation>
    </message>
    <message>
        <source>The index was made again from {records} records: {versions} versions and {visits} visits.</source>
        <translation>已根据 {records} 条记录重建索引：{versions} 个版本，{visits} 次重访。</translation>
    </message>
</context>
<context>
    <name>WindowAsks</name>
    <message>
        <source>&lt;h3&gt;Tianwang Explorer {version}&lt;/h3&gt;&lt;p&gt;Captures web sites, keeps every version of every page in an open archive, and shows what changed.&lt;/p&gt;&lt;p&gt;Free software under the GNU General Public License, version 3 or later. It comes without warranty.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Tianwang Explorer {version}&lt;/h3&gt;&lt;p&gt;采集网站，将每个网页的每个版本保存在开放格式的存档库中，并显示有哪些变化。&lt;/p&gt;&lt;p&gt;本程序是自由软件，采用 GNU 通用公共许可证第 3 版或更高版本发布，不提供任何担保。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>About Tianwang Explorer</source>
        <translation>关于 Tianwang Explorer</translation>
    </message>
    <message>
        <source>Archives (*.archive)</source>
        <translation>存档库 (*.archive)</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Let it change and crawl again</source>
        <translation>让网站变化并再次抓取</translation>
    </message>
    <message>
        <source>My archive</source>
        <comment>default name of a folder</comment>
        <translation>我的存档库</translation>
    </message>
    <message>
        <source>New archive</source>
        <translation>新建存档库</translation>
    </message>
    <message>
        <source>No archive was opened yet</source>
        <translation>尚未打开过存档库</translation>
    </message>
    <message>
        <source>Open archive</source>
        <translation>打开存档库</translation>
    </message>
    <message>
        <source>Open with its program</source>
        <translation>用关联的程序打开</translation>
    </message>
    <message>
        <source>Show the log</source>
        <translation>显示日志</translation>
    </message>
    <message>
        <source>The crawl broke off because of a defect of the program. What was stored is safe.</source>
        <translation>由于程序缺陷，抓取已中断。已保存的内容是安全的。</translation>
    </message>
    <message>
        <source>The crawl has finished and stored no page.</source>
        <translation>抓取已完成，没有保存任何网页。</translation>
    </message>
    <message>
        <source>The crawl has finished: {pages}. With their pictures and styles, new: {versions}, unchanged: {unchanged}; errors: {errors}.</source>
        <translation>抓取完成：{pages}。连同图片和样式，新增 {versions}，未变 {unchanged}；错误 {errors}。</translation>
    </message>
    <message>
        <source>The crawl was stopped: {pages}.</source>
        <translation>抓取已停止：{pages}。</translation>
    </message>
    <message>
        <source>There is no crawl that could be continued: all have finished.</source>
        <translation>没有可以继续的抓取：所有抓取均已完成。</translation>
    </message>
    <message>
        <source>There was no crawl in this archive yet</source>
        <translation>此存档库中尚无抓取</translation>
    </message>
    <message>
        <source>{date}: {address} ({state}, {waiting} waiting)</source>
        <translation>{date}：{address}（{state}，{waiting} 个等待）</translation>
    </message>
    <message>
        <source>{name} ({folder})</source>
        <translation>{name}（{folder}）</translation>
    </message>
    <message>
        <source>{sentence} {reason}.</source>
        <translation>{sentence}{reason}。</translation>
    </message>
    <message>
        <source>“{address}” is not a web address, so it cannot be archived.</source>
        <translation>“{address}”不是网址，无法存档。</translation>
    </message>
</context>
<context>
    <name>WindowChanges</name>
    <message>
        <source>What changed?</source>
        <translation>有何变化？</translation>
    </message>
</context>
<context>
    <name>WindowClusters</name>
    <message numerus="yes">
        <source>%Ln node(s) on this computer</source>
        <translation>
            <numerusform>本机上的 %Ln 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>Cluster {address}</source>
        <translation>集群 {address}</translation>
    </message>
    <message>
        <source>The window is connected to a cluster: its crawl and its nodes</source>
        <translation>窗口已连接到集群：查看它的抓取和节点</translation>
    </message>
</context>
<context>
    <name>WindowCollections</name>
    <message>
        <source>Choose a page first.</source>
        <translation>请先选择一个网页。</translation>
    </message>
    <message>
        <source>Mo&amp;re like this</source>
        <translation>更多类似(&amp;R)</translation>
    </message>
    <message>
        <source>Put into a cate&amp;gory…</source>
        <translation>放入分类(&amp;G)…</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
</context>
<context>
    <name>WindowComparing</name>
    <message>
        <source>Choose a page first.</source>
        <translation>请先选择一个页面。</translation>
    </message>
</context>
<context>
    <name>WindowConverting</name>
    <message numerus="yes">
        <source>%Ln month(s) stayed as before: their damaged records may need the others.</source>
        <translation>
            <numerusform>%Ln 个月份保持原样：其中损坏的记录可能还需要其他记录。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln record(s) could not be read and stay as they were.</source>
        <translation>
            <numerusform>%Ln 条记录无法读取，保持原样。</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>Check everything</source>
        <translation>全面检查</translation>
    </message>
    <message>
        <source>Con&amp;vert</source>
        <translation>转换(&amp;V)</translation>
    </message>
    <message>
        <source>Convert the records</source>
        <translation>转换记录</translation>
    </message>
    <message>
        <source>Converting the records</source>
        <translation>正在转换记录</translation>
    </message>
    <message>
        <source>Each version then stands by itself, and the archive becomes larger.</source>
        <translation>此后每个版本都独立完整，存档库会变大。</translation>
    </message>
    <message>
        <source>It is so for later captures, too. Numbers, dates and titles stay. Until everything is done the disk needs room for a second copy; when it is stopped, the archive is as it was before. It is closed meanwhile.</source>
        <translation>以后的采集也照此写入。编号、日期和标题不变。全部完成之前，磁盘上需要能放下第二份副本的空间；中途停止时，存档库保持原样。转换期间存档库关闭。</translation>
    </message>
    <message>
        <source>The archive becomes smaller, and every version comes out of it byte for byte.</source>
        <translation>存档库会变小，每个版本仍可逐字节还原。</translation>
    </message>
    <message>
        <source>The archive is as it was before.</source>
        <translation>存档库保持原样。</translation>
    </message>
    <message>
        <source>The archive is being written to. Wait until that has finished.</source>
        <translation>正在写入存档库，请等待完成。</translation>
    </message>
    <message>
        <source>Write every version of this archive in full?</source>
        <translation>将此存档库的每个版本都完整写入？</translation>
    </message>
    <message>
        <source>Write only what has changed since the version before?</source>
        <translation>只写入与上一版本相比的改动？</translation>
    </message>
    <message>
        <source>{converted} of {records} records were converted: {before} before, {after} now.</source>
        <translation>共 {records} 条记录，已转换 {converted} 条：转换前 {before}，现在 {after}。</translation>
    </message>
</context>
<context>
    <name>WindowCrawls</name>
    <message numerus="yes">
        <source>%Ln saved crawl(s) were due while this archive was closed.</source>
        <translation>
            <numerusform>此存档库关闭期间，有 %Ln 个已保存的抓取到期。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Archived: {title} (%Ln file(s) with it)</source>
        <translation>
            <numerusform>已存档：{title}（连同 %Ln 个文件）</numerusform>
        </translation>
    </message>
    <message>
        <source>Change settings…</source>
        <translation>更改设置…</translation>
    </message>
    <message>
        <source>Change the limit and go on…</source>
        <translation>更改限制并继续…</translation>
    </message>
    <message numerus="yes">
        <source>Crawls can use your log-in at {site} from now on (%Ln cookie(s)).</source>
        <translation>
            <numerusform>抓取从现在起可以使用您在 {site} 的登录（%Ln 个 Cookie）。</numerusform>
        </translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Log-ins</source>
        <translation>登录信息</translation>
    </message>
    <message>
        <source>Open an archive first: the browser stores into it.</source>
        <translation>请先打开存档库：浏览器会存入其中。</translation>
    </message>
    <message>
        <source>Run them now</source>
        <translation>立即运行</translation>
    </message>
    <message>
        <source>Saved crawls</source>
        <translation>已保存的抓取</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message numerus="yes">
        <source>The crawl of {address} has not finished: %Ln address(es) wait.</source>
        <translation>
            <numerusform>{address} 的抓取尚未完成：还有 %Ln 个地址在等待。</numerusform>
        </translation>
    </message>
    <message>
        <source>The saved crawl “{name}” begins.</source>
        <translation>已保存的抓取“{name}”开始。</translation>
    </message>
    <message>
        <source>There was no crawl in this archive yet.</source>
        <translation>此存档库中还没有抓取。</translation>
    </message>
    <message>
        <source>{name} is crawled again, with the settings of {date}.</source>
        <translation>正在按 {date} 的设置再次抓取 {name}。</translation>
    </message>
    <message>
        <source>“{name}” is kept among the saved crawls, repeated {timetable}, and begins.</source>
        <translation>“{name}”已存入保存的抓取（重复：{timetable}），现在开始。</translation>
    </message>
    <message>
        <source>“{name}” is kept among the saved crawls.</source>
        <translation>“{name}”已加入已保存的抓取。</translation>
    </message>
    <message>
        <source>“{name}” is kept. It begins when what is running now has finished.</source>
        <translation>“{name}”已保存，当前任务完成后开始。</translation>
    </message>
</context>
<context>
    <name>WindowElsewhere</name>
    <message>
        <source>A crawl is running. Take captures in when it has finished.</source>
        <translation>抓取正在进行。请在结束后再存入。</translation>
    </message>
    <message>
        <source>Choose a page first.</source>
        <translation>请先选择一个网页。</translation>
    </message>
</context>
<context>
    <name>WindowExports</name>
    <message>
        <source>Show the report</source>
        <translation>查看报告</translation>
    </message>
    <message>
        <source>There is nothing to export yet: crawl or import something first.</source>
        <translation>还没有可导出的内容：请先抓取或导入。</translation>
    </message>
</context>
<context>
    <name>WindowFetching</name>
    <message numerus="yes">
        <source>%Ln part(s) of the page are fetched as they are today.</source>
        <translation>
            <numerusform>正在抓取页面缺少的 %Ln 项资源，取回的是它们今天的样子。</numerusform>
        </translation>
    </message>
    <message>
        <source>No crawl can fetch these addresses.</source>
        <translation>这些网址无法抓取。</translation>
    </message>
    <message>
        <source>Show the log</source>
        <translation>显示日志</translation>
    </message>
    <message>
        <source>The page is of {date}.</source>
        <translation>页面的抓取时间是 {date}。</translation>
    </message>
    <message>
        <source>The servers have no longer got what did not come.</source>
        <translation>未取回的资源服务器上已经没有了。</translation>
    </message>
    <message>
        <source>What did not come: {reason}.</source>
        <translation>未取回的原因：{reason}。</translation>
    </message>
    <message numerus="yes">
        <source>{came} of %Ln missing part(s) came.</source>
        <translation>
            <numerusform>缺少的 %Ln 项资源已取回 {came} 项。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WindowFields</name>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>The field “{name}” is kept; its values are looked for in every version.</source>
        <translation>字段“{name}”已保留；正在每个版本中查找它的值。</translation>
    </message>
    <message>
        <source>The field “{name}” matches no longer on {lost} of {changed} changed pages.</source>
        <translation>字段“{name}”在 {changed} 个变更网页中的 {lost} 个上不再匹配。</translation>
    </message>
    <message>
        <source>This is where “{name}” comes from. {ways}</source>
        <translation>“{name}”取自此处。{ways}</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
</context>
<context>
    <name>WindowFrame</name>
    <message>
        <source>Compare</source>
        <comment>button</comment>
        <translation>比较</translation>
    </message>
    <message>
        <source>Enter chooses what to capture</source>
        <translation>按 Enter 选择采集范围</translation>
    </message>
    <message>
        <source>Export</source>
        <comment>button</comment>
        <translation>导出</translation>
    </message>
    <message>
        <source>New crawl</source>
        <comment>button</comment>
        <translation>新建抓取</translation>
    </message>
    <message>
        <source>Paste a web address to archive it…</source>
        <translation>粘贴要存档的网址…</translation>
    </message>
    <message>
        <source>Search</source>
        <comment>button</comment>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具栏</translation>
    </message>
    <message>
        <source>Web address to archive</source>
        <translation>要存档的网址</translation>
    </message>
</context>
<context>
    <name>WindowHistory</name>
    <message>
        <source>Nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Show the whole history…</source>
        <translation>显示全部浏览历史…</translation>
    </message>
</context>
<context>
    <name>WindowIdle</name>
    <message>
        <source>&amp;Keep crawling</source>
        <translation>继续抓取(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Keep importing</source>
        <translation>继续导入(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Stop the crawl</source>
        <translation>停止抓取(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Stop the import</source>
        <translation>停止导入(&amp;S)</translation>
    </message>
    <message>
        <source>A crawl is running</source>
        <translation>正在抓取</translation>
    </message>
    <message>
        <source>A crawl is running in this archive.</source>
        <translation>此存档库中有抓取正在运行。</translation>
    </message>
    <message>
        <source>An import is running</source>
        <translation>正在导入</translation>
    </message>
    <message>
        <source>Everything captured so far is kept, and the crawl can be continued later.</source>
        <translation>已采集的内容会全部保留，抓取可以在以后继续。</translation>
    </message>
    <message>
        <source>Files are being imported into this archive.</source>
        <translation>正在向此存档库导入文件。</translation>
    </message>
    <message>
        <source>Stopping the crawl: what is under way is still stored…</source>
        <translation>正在停止抓取：仍会保存正在获取的内容…</translation>
    </message>
    <message>
        <source>Stopping the import…</source>
        <translation>正在停止导入…</translation>
    </message>
    <message>
        <source>What has come in is kept, and importing the same files again goes on from there.</source>
        <translation>已导入的内容会保留；再次导入同样的文件即可继续。</translation>
    </message>
</context>
<context>
    <name>WindowImports</name>
    <message>
        <source>A crawl is running. Import the files when it has finished.</source>
        <translation>正在抓取，请在抓取结束后再导入文件。</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>All that can be imported ({endings})</source>
        <translation>所有可导入的文件 ({endings})</translation>
    </message>
    <message>
        <source>An import is running. Stop it below, or wait until it has finished.</source>
        <translation>正在导入。请在下方停止，或等待完成。</translation>
    </message>
    <message>
        <source>Documents are being read again. Stop that below, or wait until it has finished.</source>
        <translation>正在重新读取文档。请在下方停止，或等待完成。</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>Import a folder</source>
        <translation>导入文件夹</translation>
    </message>
    <message>
        <source>None of these files can be imported: Tianwang, WARC, ARC and WACZ files can.</source>
        <translation>这些文件都无法导入。可以导入天网、WARC、ARC 和 WACZ 文件。</translation>
    </message>
    <message>
        <source>Show the report</source>
        <translation>查看报告</translation>
    </message>
    <message>
        <source>Tianwang files ({endings})</source>
        <translation>天网文件 ({endings})</translation>
    </message>
    <message>
        <source>Web archives ({endings})</source>
        <translation>网页存档 ({endings})</translation>
    </message>
    <message>
        <source>“{name}” holds nothing that can be imported: Tianwang, WARC, ARC and WACZ files can.</source>
        <translation>“{name}”中没有可以导入的内容。可以导入天网、WARC、ARC 和 WACZ 文件。</translation>
    </message>
</context>
<context>
    <name>WindowNotes</name>
    <message>
        <source>All of it was taken back.</source>
        <translation>已全部撤销。</translation>
    </message>
    <message>
        <source>No star, tag or note was written since the archive was opened.</source>
        <translation>打开存档库以来没有添加过星标、标签或笔记。</translation>
    </message>
    <message>
        <source>Nothing was taken back.</source>
        <translation>没有可以重做的内容。</translation>
    </message>
</context>
<context>
    <name>WindowPrinting</name>
    <message numerus="yes">
        <source>%Ln page(s) printed.</source>
        <translation>
            <numerusform>已打印 %Ln 页。</numerusform>
        </translation>
    </message>
    <message>
        <source>PDF documents (*.pdf)</source>
        <translation>PDF 文档 (*.pdf)</translation>
    </message>
    <message>
        <source>Page {done} of {total}</source>
        <translation>第 {done} 页，共 {total} 页</translation>
    </message>
    <message>
        <source>Printing</source>
        <translation>正在打印</translation>
    </message>
    <message>
        <source>Save as PDF</source>
        <translation>另存为 PDF</translation>
    </message>
    <message>
        <source>Saved as {path}.</source>
        <translation>已保存为 {path}。</translation>
    </message>
</context>
<context>
    <name>WindowReextracting</name>
    <message numerus="yes">
        <source>%Ln could not be read; what was known of them stays.</source>
        <translation>
            <numerusform>有 %Ln 个无法读取；原有信息保持不变。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) were read again.</source>
        <translation>
            <numerusform>已重新读取 %Ln 个文档。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them have another title, author, date or language now.</source>
        <translation>
            <numerusform>其中 %Ln 个的标题、作者、日期或语言有变化。</numerusform>
        </translation>
    </message>
    <message>
        <source>All documents have been read by this version of the program already.</source>
        <translation>所有文档都已由当前版本的程序读取过。</translation>
    </message>
    <message>
        <source>All documents of this kind have been read by this version of the program already.</source>
        <translation>所有此类文档都已由当前版本的程序读取过。</translation>
    </message>
    <message>
        <source>Nothing about them has changed.</source>
        <translation>它们的信息没有变化。</translation>
    </message>
    <message>
        <source>Read them again all the same</source>
        <translation>仍然重新读取</translation>
    </message>
    <message>
        <source>The archive is being written to. Wait until that has finished.</source>
        <translation>存档库正在写入，请等待完成。</translation>
    </message>
    <message>
        <source>The rest is left for another time.</source>
        <translation>其余的留待下次。</translation>
    </message>
</context>
<context>
    <name>WindowSearch</name>
    <message>
        <source>Saved searches found something: {searches}.</source>
        <translation>已保存的搜索有新发现：{searches}。</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>查看</translation>
    </message>
    <message numerus="yes">
        <source>“{name}”: %Ln new</source>
        <translation>
            <numerusform>“{name}”：%Ln 条新结果</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WindowSharing</name>
    <message>
        <source>Shared at {address}</source>
        <translation>共享于 {address}</translation>
    </message>
    <message>
        <source>Sharing</source>
        <translation>共享</translation>
    </message>
    <message>
        <source>The archive is shared no longer: {said}</source>
        <translation>存档库已停止共享：{said}</translation>
    </message>
    <message>
        <source>This archive is shared. What others see, and how to stop it</source>
        <translation>这个存档库正在共享。他人能看到什么，以及怎样停止</translation>
    </message>
</context>
<context>
    <name>WindowTemplates</name>
    <message>
        <source>Choose a page first.</source>
        <translation>请先选择一个网页。</translation>
    </message>
    <message>
        <source>It stands on {pages} of the {all} pages that were looked at.</source>
        <translation>在看过的 {all} 个网页中，有 {pages} 个带有它。</translation>
    </message>
    <message>
        <source>Looking at the pages of the site</source>
        <translation>正在查看网站的网页</translation>
    </message>
    <message>
        <source>No other page of the site that was looked at has it.</source>
        <translation>在看过的网页中，没有别的网页带有它。</translation>
    </message>
    <message>
        <source>No text of the page stands at this place.</source>
        <translation>网页的这个位置没有文字。</translation>
    </message>
    <message>
        <source>The mark was taken back.</source>
        <translation>标记已收回。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>“{text}” is content now on {site}.</source>
        <translation>在 {site} 上，“{text}”现在是内容。</translation>
    </message>
    <message>
        <source>“{text}” is no content any more on {site}.</source>
        <translation>在 {site} 上，“{text}”不再是内容。</translation>
    </message>
</context>
<context>
    <name>WindowTravel</name>
    <message>
        <source>Going to {day}…</source>
        <translation>正在转到{day}…</translation>
    </message>
</context>
<context>
    <name>WindowViews</name>
    <message numerus="yes">
        <source>%Ln file(s) of records are missing or cut short, {file} among them.</source>
        <translation>
            <numerusform>缺少 %Ln 个记录文件或文件不完整，其中有 {file}。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln 个网页</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln version(s)</source>
        <translation>
            <numerusform>%Ln 个版本</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln version(s) cannot be shown.</source>
        <translation>
            <numerusform>%Ln 个版本无法显示。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln version(s) missing</source>
        <translation>
            <numerusform>缺 %Ln 个版本</numerusform>
        </translation>
    </message>
    <message>
        <source>Copy what is missing back from a backup; without one, rebuild the index: it lists what is left.</source>
        <translation>请从备份把缺少的文件复制回来；没有备份时，可重建索引，只列出留存的内容。</translation>
    </message>
    <message>
        <source>Integrity…</source>
        <translation>完整性…</translation>
    </message>
    <message>
        <source>The address was copied.</source>
        <translation>地址已复制。</translation>
    </message>
    <message>
        <source>Zoom {percent} %</source>
        <translation>缩放 {percent}%</translation>
    </message>
    <message>
        <source>{file} is missing from the archive or cut short.</source>
        <translation>存档缺少 {file}，或该文件不完整。</translation>
    </message>
    <message>
        <source>{pages} · {versions} · {size}</source>
        <translation>{pages} · {versions} · {size}</translation>
    </message>
</context>
<context>
    <name>WordTable</name>
    <message>
        <source>Guide word</source>
        <translation>导向词</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>“{text}” is no number.</source>
        <translation>“{text}”不是数字。</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message numerus="yes">
        <source>%Ln document(s) copied.</source>
        <translation>
            <numerusform>已复制 %Ln 个文档。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln without text left out.</source>
        <translation>
            <numerusform>%Ln 个没有文本，已略去。</numerusform>
        </translation>
    </message>
    <message>
        <source>Copying the document</source>
        <translation>正在复制文档</translation>
    </message>
    <message>
        <source>More than {n} are not taken at once.</source>
        <translation>一次最多只取 {n} 个。</translation>
    </message>
    <message>
        <source>Nothing was copied: there is no text that could be read.</source>
        <translation>没有复制任何内容：没有可读的文本。</translation>
    </message>
    <message>
        <source>“{name}” is opened in its program: a copy that cannot be changed.</source>
        <translation>已用相应程序打开“{name}”，这是一份不能修改的副本。</translation>
    </message>
</context>
<context>
    <name>WorkersModel</name>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>For</source>
        <translation>已用</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>正在</translation>
    </message>
</context>
<context>
    <name>Workspace</name>
    <message>
        <source>Choose a page first.</source>
        <translation>请先选择一个网页。</translation>
    </message>
    <message>
        <source>Saved as {path}.</source>
        <translation>已保存为 {path}。</translation>
    </message>
    <message>
        <source>The link cannot be seen on the page: a script may have taken it away.</source>
        <translation>网页上看不到该链接：可能已被脚本移除。</translation>
    </message>
    <message>
        <source>There is only one version of this page.</source>
        <translation>此网页只有一个版本。</translation>
    </message>
</context>
<context>
    <name>WorkspaceTabs</name>
    <message>
        <source>There are too many tabs. Close some first.</source>
        <translation>标签页太多了，请先关闭一些。</translation>
    </message>
</context>
<context>
    <name>YearView</name>
    <message>
        <source>Days of the year</source>
        <translation>一年中的日子</translation>
    </message>
</context>
<context>
    <name>amounts</name>
    <message>
        <source>added</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>change: {share} of the text</source>
        <translation>变化：文本的 {share}</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>改动</translation>
    </message>
    <message>
        <source>could not be compared with the version before</source>
        <translation>无法与前一版本比较</translation>
    </message>
    <message>
        <source>large change: {share} of the text</source>
        <translation>大变化：文本的 {share}</translation>
    </message>
    <message>
        <source>layout</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>markup</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>moved</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>noise: {n}</source>
        <translation>噪声：{n}</translation>
    </message>
    <message>
        <source>nothing but noise: {n}</source>
        <translation>只有噪声：{n}</translation>
    </message>
    <message>
        <source>nothing that can be seen changed</source>
        <translation>没有看得见的变化</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>small change: {share} of the text</source>
        <translation>小变化：文本的 {share}</translation>
    </message>
</context>
<context>
    <name>blocks</name>
    <message>
        <source>About the document</source>
        <translation>文档信息</translation>
    </message>
    <message>
        <source>Advertisement</source>
        <translation>广告</translation>
    </message>
    <message>
        <source>Captures since then in which it had changed: {some} of {all}.</source>
        <translation>此后 {all} 次采集中，有改动的：{some} 次。</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>Comments</source>
        <translation>评论</translation>
    </message>
    <message>
        <source>Comparing the versions of this page… {note}</source>
        <translation>正在比较此网页的各个版本… {note}</translation>
    </message>
    <message>
        <source>Date or counter</source>
        <translation>日期或计数</translation>
    </message>
    <message>
        <source>First said here {when}, in a block of the kind “{label}”: {topic}</source>
        <translation>最早出自本网页，{when}，所在分块的类别为“{label}”：{topic}</translation>
    </message>
    <message>
        <source>First said here {when}: {topic}</source>
        <translation>最早出自本网页，{when}：{topic}</translation>
    </message>
    <message>
        <source>Footer</source>
        <translation>页脚</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>表单</translation>
    </message>
    <message>
        <source>Formula</source>
        <translation>公式</translation>
    </message>
    <message>
        <source>Header</source>
        <translation>页眉</translation>
    </message>
    <message>
        <source>Heading</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>链接</translation>
    </message>
    <message>
        <source>List</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>List item</source>
        <translation>列表项</translation>
    </message>
    <message>
        <source>Look on all pages of this site</source>
        <translation>在此网站的所有网页中查找</translation>
    </message>
    <message>
        <source>Main text</source>
        <translation>正文</translation>
    </message>
    <message>
        <source>Navigation</source>
        <translation>导航</translation>
    </message>
    <message>
        <source>No version of any page of this site says it.</source>
        <translation>此网站的任何网页的任何版本都没有这句话。</translation>
    </message>
    <message>
        <source>No version of this page says it word for word.</source>
        <translation>此网页的任何版本都没有原样的这句话。</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>注释</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>Paragraph</source>
        <translation>段落</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>Quotation</source>
        <translation>引文</translation>
    </message>
    <message>
        <source>Related links</source>
        <translation>相关链接</translation>
    </message>
    <message>
        <source>Said {when} on {page}, in a block of the kind “{label}”: {topic}</source>
        <translation>出自“{page}”，{when}，所在分块的类别为“{label}”：{topic}</translation>
    </message>
    <message>
        <source>Said {when} on {page}: {topic}</source>
        <translation>出自“{page}”，{when}：{topic}</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>That is too short to be looked for.</source>
        <translation>太短，无法查找。</translation>
    </message>
    <message>
        <source>The history could not be read. {note}</source>
        <translation>无法读取历史。{note}</translation>
    </message>
    <message>
        <source>The history knows nothing that stands at this place.</source>
        <translation>历史中此处没有记录。</translation>
    </message>
    <message>
        <source>There is one version of this page; a history begins with the second.</source>
        <translation>此网页只有一个版本；有了第二个版本才有历史。</translation>
    </message>
    <message>
        <source>Versions that could not be read: {n}</source>
        <translation>无法读取的版本：{n}</translation>
    </message>
    <message>
        <source>Versions that were searched: {n}</source>
        <translation>已查找的版本：{n}</translation>
    </message>
    <message>
        <source>always ignored: {rule}</source>
        <translation>始终忽略：{rule}</translation>
    </message>
    <message>
        <source>and on {n} more pages</source>
        <translation>以及另外 {n} 个网页</translation>
    </message>
    <message>
        <source>came back</source>
        <translation>重新出现</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>有改动</translation>
    </message>
    <message>
        <source>changed in {some} of {of} captures</source>
        <translation>在 {of} 次采集中有 {some} 次改动</translation>
    </message>
    <message>
        <source>changes in the same way on {some} of {of} other pages of the site</source>
        <translation>在网站另外 {of} 个网页中的 {some} 个上以同样方式改动</translation>
    </message>
    <message>
        <source>compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>first seen</source>
        <translation>首次出现</translation>
    </message>
    <message>
        <source>moved</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>moved and changed</source>
        <translation>移动并改动</translation>
    </message>
    <message>
        <source>noise: {why}</source>
        <translation>噪声：{why}</translation>
    </message>
    <message>
        <source>only its markup changed</source>
        <translation>只改动了标记</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>says the year of its capture</source>
        <translation>写的是采集当年的年份</translation>
    </message>
    <message>
        <source>{n} older events are not shown.</source>
        <translation>另有 {n} 项较早的事件未显示。</translation>
    </message>
</context>
<context>
    <name>candidates</name>
    <message>
        <source>.</source>
        <comment>ends a sentence</comment>
        <translation>。</translation>
    </message>
    <message>
        <source>Candidate</source>
        <translation>候选</translation>
    </message>
    <message>
        <source>Found in</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Nothing in this document is certain enough to be its title.</source>
        <translation>文档中没有足够可信的标题。</translation>
    </message>
    <message>
        <source>Of all candidates most speaks for this one.</source>
        <translation>在所有候选中，它的依据最充分。</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>得分</translation>
    </message>
    <message>
        <source>The document could not be read.</source>
        <translation>无法读取此文档。</translation>
    </message>
    <message>
        <source>The index still has “{title}”; “Re-extract” brings it up to date.</source>
        <translation>索引中仍是“{title}”；“重新提取”可以更新。</translation>
    </message>
    <message>
        <source>What speaks for it, or against it</source>
        <translation>依据（正面或反面）</translation>
    </message>
</context>
<context>
    <name>cluster</name>
    <message>
        <source>Coming</source>
        <translation>正在加入</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Finishing</source>
        <translation>即将完成</translation>
    </message>
    <message>
        <source>Hands over its hosts</source>
        <translation>正在移交主机</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>No crawl yet</source>
        <translation>还没有抓取</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>正在抓取</translation>
    </message>
    <message>
        <source>Silent</source>
        <translation>没有消息</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>正在开始</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>正在停止</translation>
    </message>
    <message>
        <source>Tries again</source>
        <translation>正在重试</translation>
    </message>
    <message>
        <source>{count}/s</source>
        <translation>{count}/秒</translation>
    </message>
</context>
<context>
    <name>collections</name>
    <message>
        <source> · </source>
        <comment>between the words of a group</comment>
        <translation> · </translation>
    </message>
    <message>
        <source>Alike</source>
        <translation>相似</translation>
    </message>
    <message>
        <source>Built alike</source>
        <translation>结构相同</translation>
    </message>
    <message>
        <source>By hand</source>
        <translation>手工</translation>
    </message>
    <message>
        <source>By rule</source>
        <translation>按规则</translation>
    </message>
    <message>
        <source>By topic</source>
        <translation>按主题</translation>
    </message>
    <message>
        <source>By topic, or by how they are built; also to see what a crawl brought</source>
        <translation>按主题或结构；也可以看一次抓取带来了什么</translation>
    </message>
    <message>
        <source>Categories and rules…</source>
        <translation>分类和规则…</translation>
    </message>
    <message>
        <source>Change the tree of categories, and what puts pages there</source>
        <translation>修改分类树，以及把网页归入分类的规则</translation>
    </message>
    <message>
        <source>Close fingerprints</source>
        <translation>相近的指纹</translation>
    </message>
    <message>
        <source>Close groups</source>
        <translation>紧密组</translation>
    </message>
    <message>
        <source>Compare {count} new versions…</source>
        <translation>比较 {count} 个新版本…</translation>
    </message>
    <message>
        <source>Exact copies</source>
        <translation>完全相同</translation>
    </message>
    <message>
        <source>Finds pages with the same text, and nearly the same; goes on in the background</source>
        <translation>查找文本相同和几乎相同的网页；在后台进行</translation>
    </message>
    <message>
        <source>Found {date}. Click to see it as a map</source>
        <translation>{date}得出。点击显示为图</translation>
    </message>
    <message>
        <source>Group pages…</source>
        <translation>网页分组…</translation>
    </message>
    <message>
        <source>Group {number}</source>
        <translation>第 {number} 组</translation>
    </message>
    <message>
        <source>How much of the text is the same as in the page of the group that is most like it</source>
        <translation>文本有多少与同组中最相似的网页相同</translation>
    </message>
    <message>
        <source>How sure it is that the page is of this category; by hand it is</source>
        <translation>网页属于这个分类的把握；手工指定的是确定的</translation>
    </message>
    <message>
        <source>In no group</source>
        <translation>不属于任何组</translation>
    </message>
    <message>
        <source>Judge all other pages by those that you have put into categories</source>
        <translation>按您放入分类的网页判断所有其他网页</translation>
    </message>
    <message>
        <source>Learn from my pages…</source>
        <translation>从我的网页学习…</translation>
    </message>
    <message>
        <source>Look for copies of the text…</source>
        <translation>查找相同的文本…</translation>
    </message>
    <message>
        <source>Nearly the same</source>
        <translation>几乎相同</translation>
    </message>
    <message>
        <source>Nearly the same text</source>
        <translation>几乎相同的文本</translation>
    </message>
    <message>
        <source>Pages that are not like enough others</source>
        <translation>与其他网页都不够接近的网页</translation>
    </message>
    <message>
        <source>Same text</source>
        <translation>相同的文本</translation>
    </message>
    <message>
        <source>Sure</source>
        <translation>把握</translation>
    </message>
    <message>
        <source>Texts that have most of their words in common and in order, the same ones too</source>
        <translation>大部分词句相同且顺序一致的文本，也包括完全相同的</translation>
    </message>
    <message>
        <source>The same letters and figures in the main text, however the page looks</source>
        <translation>正文的文字和数字相同，不管网页外观如何</translation>
    </message>
    <message>
        <source>all pages</source>
        <translation>全部网页</translation>
    </message>
    <message>
        <source>crawl of {date}</source>
        <translation>{date}的抓取</translation>
    </message>
    <message>
        <source>{contents} contents at {addresses} addresses; {size} beyond the first copies</source>
        <translation>{contents} 份内容在 {addresses} 个地址上；首份之外共 {size}</translation>
    </message>
    <message>
        <source>{done} of {total} versions</source>
        <translation>已完成 {done} / {total} 个版本</translation>
    </message>
    <message>
        <source>{share} of its stretches of four letters are those of the page most like it</source>
        <translation>其四字片段有 {share} 与最相似的网页相同</translation>
    </message>
    <message>
        <source>{way}: {what}</source>
        <translation>{way}：{what}</translation>
    </message>
    <message>
        <source>“{word}” {share}</source>
        <translation>“{word}” {share}</translation>
    </message>
</context>
<context>
    <name>compare</name>
    <message>
        <source>&amp;Exchange the two sides</source>
        <translation>交换两侧(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Fold away what always changes</source>
        <translation>折叠总是在变的内容(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Larger blocks</source>
        <translation>较大的分块(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Onion skin</source>
        <translation>透视重叠(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Picture</source>
        <translation>图像(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Side by side</source>
        <translation>并排(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Text</source>
        <translation>文本(&amp;T)</translation>
    </message>
    <message>
        <source>Added</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>All changes with their words as one HTML file</source>
        <translation>把所有变化及其文字存成一个 HTML 文件</translation>
    </message>
    <message>
        <source>Always &amp;ignore this block</source>
        <translation>始终忽略此分块(&amp;I)</translation>
    </message>
    <message>
        <source>Besides what always changes, the code has the same words; those displayed differ.</source>
        <translation>除经常变化的内容外，代码中的文字相同，但显示的文字不同。</translation>
    </message>
    <message>
        <source>Both pages as they looked</source>
        <translation>两个网页当时的样子</translation>
    </message>
    <message>
        <source>Both versions as they were received, byte for byte</source>
        <translation>两个版本收到时的原始内容，逐字节一致</translation>
    </message>
    <message>
        <source>Both versions have the same text; its order, links, pictures or code differ.</source>
        <translation>两个版本的文字相同；其顺序、链接、图片或代码不同。</translation>
    </message>
    <message>
        <source>Byte for byte the same, but other words are displayed: scripts make them.</source>
        <translation>逐字节相同，但显示的文字不同：由脚本生成。</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>改动</translation>
    </message>
    <message>
        <source>Changes of the chosen block count as noise from now on</source>
        <translation>从现在起所选分块的变化都算作噪声</translation>
    </message>
    <message>
        <source>Co&amp;mparison</source>
        <translation>比较(&amp;M)</translation>
    </message>
    <message>
        <source>Colours, lines and signs in words</source>
        <translation>用文字说明颜色、线条和符号</translation>
    </message>
    <message>
        <source>Compare the pages in fewer, larger blocks</source>
        <translation>用较少、较大的分块比较网页</translation>
    </message>
    <message>
        <source>Compare the pages in more, smaller blocks</source>
        <translation>用较多、较小的分块比较网页</translation>
    </message>
    <message>
        <source>Compare what is &amp;displayed</source>
        <translation>比较所显示的内容(&amp;D)</translation>
    </message>
    <message>
        <source>Differences in the code alone</source>
        <translation>只在代码中的差异</translation>
    </message>
    <message>
        <source>Filter c&amp;hanges</source>
        <translation>筛选变化(&amp;H)</translation>
    </message>
    <message>
        <source>Find changes by their words</source>
        <translation>按字词查找变化</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>List changes that say nothing in one row, or among the others</source>
        <translation>把没有意义的变化收成一行，或与其他变化一起列出</translation>
    </message>
    <message>
        <source>Markup only</source>
        <translation>仅标记</translation>
    </message>
    <message>
        <source>Missing in A alone: {names}.</source>
        <translation>仅 A 缺少：{names}。</translation>
    </message>
    <message>
        <source>Missing in B alone: {names}.</source>
        <translation>仅 B 缺少：{names}。</translation>
    </message>
    <message>
        <source>Moved</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>Newer version</source>
        <translation>较新版本</translation>
    </message>
    <message>
        <source>Older version</source>
        <translation>较旧版本</translation>
    </message>
    <message>
        <source>One page shows through the other</source>
        <translation>一个网页透过另一个显示</translation>
    </message>
    <message>
        <source>One page upon the other, with a divider to drag</source>
        <translation>两个网页上下重叠，可拖动分隔线</translation>
    </message>
    <message>
        <source>One side follows the other, or stays where it is</source>
        <translation>一侧跟随另一侧，或保持不动</translation>
    </message>
    <message>
        <source>Only the newer version has it; a dashed line shows its place in the older.</source>
        <translation>只有较新版本有；虚线表示它在较旧版本中的位置。</translation>
    </message>
    <message>
        <source>Only the older version has it; a dashed line shows its place in the newer.</source>
        <translation>只有较旧版本有；虚线表示它在较新版本中的位置。</translation>
    </message>
    <message>
        <source>Other versions of: {names}.</source>
        <translation>版本不同的有：{names}。</translation>
    </message>
    <message>
        <source>Pictures of both pages; what differs in them stands out</source>
        <translation>两个网页的图像；不同之处突出显示</translation>
    </message>
    <message>
        <source>Removed</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>S&amp;maller blocks</source>
        <translation>较小的分块(&amp;M)</translation>
    </message>
    <message>
        <source>S&amp;wipe</source>
        <translation>滑动对比(&amp;W)</translation>
    </message>
    <message>
        <source>Save a &amp;report of the changes…</source>
        <translation>保存变化报告(&amp;R)…</translation>
    </message>
    <message>
        <source>Save a report of the changes</source>
        <translation>保存变化报告</translation>
    </message>
    <message>
        <source>Saving the report</source>
        <translation>正在保存报告</translation>
    </message>
    <message>
        <source>Scroll both sides to&amp;gether</source>
        <translation>两侧同步滚动(&amp;G)</translation>
    </message>
    <message>
        <source>Something outside the blocks differs: the head of the page, scripts, frames.</source>
        <translation>分块之外有不同：页头、脚本、框架。</translation>
    </message>
    <message>
        <source>Sour&amp;ce</source>
        <translation>源代码(&amp;C)</translation>
    </message>
    <message>
        <source>The block stands in both versions; words, a link or a picture in it differ.</source>
        <translation>两个版本都有此分块，但其中的字词、链接或图片不同。</translation>
    </message>
    <message>
        <source>The look of the page changed as a whole, not only its words.</source>
        <translation>网页的外观整体改变，不只是文字。</translation>
    </message>
    <message>
        <source>The pages as their scripts made them, not as they were received</source>
        <translation>经脚本处理后的网页，而不是收到的网页</translation>
    </message>
    <message>
        <source>The report was saved as {path}.</source>
        <translation>报告已保存为 {path}。</translation>
    </message>
    <message>
        <source>The same block stands at another place.</source>
        <translation>同一分块换了位置。</translation>
    </message>
    <message>
        <source>The words are the same, but the look of the page changed as a whole.</source>
        <translation>文字相同，但网页的外观整体改变。</translation>
    </message>
    <message>
        <source>The words are the same, but the pages look different.</source>
        <translation>文字相同，但网页看起来不同。</translation>
    </message>
    <message>
        <source>Unchanged</source>
        <translation>未变</translation>
    </message>
    <message>
        <source>Web pages (*.html)</source>
        <translation>网页 (*.html)</translation>
    </message>
    <message>
        <source>What always changes</source>
        <translation>总是在变的内容</translation>
    </message>
    <message>
        <source>What both versions say, line by line</source>
        <translation>两个版本的文字，逐行对照</translation>
    </message>
    <message>
        <source>What stands left stands right</source>
        <translation>左右互换</translation>
    </message>
    <message>
        <source>What the mar&amp;ks mean</source>
        <translation>标记的含义(&amp;K)</translation>
    </message>
    <message>
        <source>Words, links and pictures are the same; the code behind them differs.</source>
        <translation>字词、链接和图片都相同，只是背后的代码不同。</translation>
    </message>
    <message>
        <source>bar at the left</source>
        <translation>左侧粗条</translation>
    </message>
    <message>
        <source>cells</source>
        <translation>单元格</translation>
    </message>
    <message>
        <source>dashed and hatched</source>
        <translation>虚线加斜纹</translation>
    </message>
    <message>
        <source>dotted line</source>
        <translation>点线</translation>
    </message>
    <message>
        <source>double line</source>
        <translation>双线</translation>
    </message>
    <message>
        <source>fields of a form</source>
        <translation>表单字段</translation>
    </message>
    <message>
        <source>frame {name}</source>
        <translation>框架 {name}</translation>
    </message>
    <message>
        <source>line break added</source>
        <translation>增加了换行</translation>
    </message>
    <message>
        <source>line break removed</source>
        <translation>删除了换行</translation>
    </message>
    <message>
        <source>line breaks differ</source>
        <translation>换行不同</translation>
    </message>
    <message>
        <source>links</source>
        <translation>链接</translation>
    </message>
    <message>
        <source>parts of those, such as columns and articles</source>
        <translation>其中的部分，例如栏目和文章</translation>
    </message>
    <message>
        <source>pictures and media</source>
        <translation>图片和媒体</translation>
    </message>
    <message>
        <source>sections, lists and paragraphs</source>
        <translation>小节、列表和段落</translation>
    </message>
    <message>
        <source>single paragraphs and items of lists</source>
        <translation>单个段落和列表项</translation>
    </message>
    <message>
        <source>solid line</source>
        <translation>实线</translation>
    </message>
    <message>
        <source>spaces differ</source>
        <translation>空格不同</translation>
    </message>
    <message>
        <source>the large parts of a page</source>
        <translation>网页的大块</translation>
    </message>
    <message>
        <source>the smallest pieces that stand apart</source>
        <translation>能独立成块的最小部分</translation>
    </message>
    <message>
        <source>thin dashes</source>
        <translation>细虚线</translation>
    </message>
    <message>
        <source>title of the page</source>
        <translation>网页标题</translation>
    </message>
    <message>
        <source>{n} % of the text are the same.</source>
        <translation>{n} % 的文字相同。</translation>
    </message>
    <message>
        <source>{n} blocks</source>
        <translation>{n} 个分块</translation>
    </message>
    <message>
        <source>{n} line breaks added</source>
        <translation>增加了 {n} 处换行</translation>
    </message>
    <message>
        <source>{n} line breaks removed</source>
        <translation>删除了 {n} 处换行</translation>
    </message>
    <message>
        <source>{tip} ({keys})</source>
        <translation>{tip} ({keys})</translation>
    </message>
</context>
<context>
    <name>crawl</name>
    <message>
        <source> and </source>
        <comment>between two names</comment>
        <translation> 和 </translation>
    </message>
    <message>
        <source>, </source>
        <comment>between parts of a sentence</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>, without a limit.</source>
        <translation>，不设停止条件。</translation>
    </message>
    <message>
        <source>.</source>
        <comment>end of a sentence</comment>
        <translation>。</translation>
    </message>
    <message>
        <source>An address the crawl began with</source>
        <translation>抓取的起始地址</translation>
    </message>
    <message>
        <source>Answered {status}</source>
        <translation>响应为 {status}</translation>
    </message>
    <message>
        <source>Asks each host at most once in {seconds} s.</source>
        <translation>对每个主机最多每 {seconds} 秒请求一次。</translation>
    </message>
    <message>
        <source>Asks for lists and home pages each time; details that are kept are not asked for again.</source>
        <translation>列表和首页每次都请求，已有的详情页不再请求。</translation>
    </message>
    <message>
        <source>Asks for pages captured before only when they have probably changed.</source>
        <translation>以前采集过的网页只在可能已有变化时请求。</translation>
    </message>
    <message>
        <source>Captures every page on all hosts of {where} that can be reached by links</source>
        <translation>采集 {where} 所有主机上可通过链接到达的所有网页</translation>
    </message>
    <message>
        <source>Captures every page on {where} that can be reached by links</source>
        <translation>采集 {where} 上可通过链接到达的所有网页</translation>
    </message>
    <message>
        <source>Captures the pages below {where} that can be reached by links</source>
        <translation>采集 {where} 下可通过链接到达的网页</translation>
    </message>
    <message>
        <source>Closeness to the start</source>
        <translation>与起点的接近程度</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Every host of {where}, whatever stands before it.</source>
        <translation>{where} 下的所有主机，不论其前缀。</translation>
    </message>
    <message>
        <source>Every page on the same host as the address.</source>
        <translation>与该地址同一主机上的所有网页。</translation>
    </message>
    <message>
        <source>Every page on {where}.</source>
        <translation>{where} 上的所有网页。</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Fetching</source>
        <translation>正在获取</translation>
    </message>
    <message>
        <source>Follows links from {where} to any site</source>
        <translation>从 {where} 出发，沿链接抓取任何网站</translation>
    </message>
    <message>
        <source>Follows links of pages about {categories} only.</source>
        <translation>只跟踪属于{categories}的网页的链接。</translation>
    </message>
    <message>
        <source>Follows links wherever they lead.</source>
        <translation>沿链接前往任何地方。</translation>
    </message>
    <message>
        <source>Form of the address</source>
        <translation>地址的形式</translation>
    </message>
    <message>
        <source>From {where} wherever links lead. Set a limit: the web does not end.</source>
        <translation>从 {where} 出发，沿链接前往任何地方。请设置停止条件，因为互联网没有尽头。</translation>
    </message>
    <message>
        <source>Guessed from a script</source>
        <translation>从脚本中推测</translation>
    </message>
    <message>
        <source>Guide words in link and address</source>
        <translation>链接和地址中的引导词</translation>
    </message>
    <message>
        <source>Higher comes first; equal ones in order of arrival.</source>
        <translation>分值高者优先；分值相同时按发现的先后。</translation>
    </message>
    <message>
        <source>How the crawl came here</source>
        <translation>抓取到达这里的路径</translation>
    </message>
    <message>
        <source>Ignores what sites ask of crawlers (robots.txt).</source>
        <translation>忽略网站对抓取程序的要求 (robots.txt)。</translation>
    </message>
    <message>
        <source>In the browser</source>
        <translation>在浏览器中</translation>
    </message>
    <message>
        <source>Its host: {state}</source>
        <translation>其主机：{state}</translation>
    </message>
    <message>
        <source>Keeps only pages of these kinds: {kinds}; others are read for their links.</source>
        <translation>只保存这些种类的页面：{kinds}；其他页面只读取链接。</translation>
    </message>
    <message>
        <source>Leaves out addresses that look like other categories than {categories}.</source>
        <translation>不抓取看起来不属于{categories}的地址。</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>未收录</translation>
    </message>
    <message>
        <source>Link text: “{text}”</source>
        <translation>链接文字：“{text}”</translation>
    </message>
    <message>
        <source>Loads every page in a browser.</source>
        <translation>用浏览器加载每个网页。</translation>
    </message>
    <message>
        <source>Loads pages in a browser where that is needed.</source>
        <translation>需要时用浏览器加载网页。</translation>
    </message>
    <message>
        <source>Only addresses that begin with {where}.</source>
        <translation>仅限以 {where} 开头的地址。</translation>
    </message>
    <message>
        <source>Only pages in the same folder as the address, and below it.</source>
        <translation>仅限该地址所在文件夹及其子文件夹中的网页。</translation>
    </message>
    <message>
        <source>Pages captured before are only stored again when they have changed.</source>
        <translation>以前采集过的网页只在有变化时才再次保存。</translation>
    </message>
    <message>
        <source>Pages that link to it</source>
        <translation>链接到它的网页</translation>
    </message>
    <message>
        <source>Pages that many others link to are asked for sooner.</source>
        <translation>被许多网页链接的网页会提前请求。</translation>
    </message>
    <message>
        <source>Part of a page</source>
        <translation>网页的组成部分</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>队列中</translation>
    </message>
    <message>
        <source>Rank of the pages that link to it</source>
        <translation>链接到它的网页的等级</translation>
    </message>
    <message>
        <source>Reading links</source>
        <translation>正在读取链接</translation>
    </message>
    <message>
        <source>Reading robots.txt</source>
        <translation>正在读取 robots.txt</translation>
    </message>
    <message>
        <source>Relevance of its host</source>
        <translation>其主机的相关度</translation>
    </message>
    <message>
        <source>Relevance of the page that links to it</source>
        <translation>链接到它的网页的相关度</translation>
    </message>
    <message>
        <source>Score {score}</source>
        <translation>分值 {score}</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>正在开始</translation>
    </message>
    <message>
        <source>Stores only {types}; pages are read for their links.</source>
        <translation>只保存 {types}；网页只读取链接。</translation>
    </message>
    <message>
        <source>Storing</source>
        <translation>正在保存</translation>
    </message>
    <message>
        <source>Suspected trap</source>
        <translation>疑似陷阱</translation>
    </message>
    <message>
        <source>The registered domain with all hosts that belong to it.</source>
        <translation>注册域名及其下的所有主机。</translation>
    </message>
    <message>
        <source>Under way</source>
        <translation>正在处理</translation>
    </message>
    <message>
        <source>What promises to have the guide words comes first.</source>
        <translation>可能含有导向词的内容优先。</translation>
    </message>
    <message>
        <source>Written as {address}</source>
        <translation>原文写作 {address}</translation>
    </message>
    <message>
        <source>You asked to take it anyway.</source>
        <translation>您要求仍然采集它。</translation>
    </message>
    <message>
        <source>at most {size}</source>
        <translation>最多 {size}</translation>
    </message>
    <message>
        <source>{address}: left alone, it may not be asked or does not answer</source>
        <translation>{address}：不再查询，它不允许查询或没有应答</translation>
    </message>
    <message>
        <source>{address}: {words} words, {pages} pages found</source>
        <translation>{address}：{words} 个词，找到 {pages} 个网页</translation>
    </message>
    <message>
        <source>{address}: {words} words, {pages} pages found; more words brought nothing new</source>
        <translation>{address}：{words} 个词，找到 {pages} 个网页；更多的词没有带来新网页</translation>
    </message>
    <message>
        <source>{first} and {count} more</source>
        <translation>{first} 及另外 {count} 个</translation>
    </message>
</context>
<context>
    <name>crawl setup</name>
    <message>
        <source>%7euser is ~user, %e4 is %E4.</source>
        <translation>%7euser 即 ~user，%e4 即 %E4。</translation>
    </message>
    <message>
        <source>/news/ is /news. Relative links may mean something else there.</source>
        <translation>/news/ 即 /news。那里的相对链接可能指向别处。</translation>
    </message>
    <message>
        <source>/news/index.html is /news/.</source>
        <translation>/news/index.html 即 /news/。</translation>
    </message>
    <message>
        <source>A “?” at the end goes, and so do parameters that are nothing.</source>
        <translation>去掉末尾的“?”，以及两个参数之间空白的部分。</translation>
    </message>
    <message>
        <source>Anywhere</source>
        <translation>任何地方</translation>
    </message>
    <message>
        <source>Document harvest</source>
        <translation>文档收集</translation>
    </message>
    <message>
        <source>Every hour the front page and what it links to; articles that hardly change are asked for less often.</source>
        <translation>每小时采集首页及其链接的内容；很少变化的文章请求得较少。</translation>
    </message>
    <message>
        <source>Every page of the site that can be reached by links.</source>
        <translation>网站上沿链接能到达的所有网页。</translation>
    </message>
    <message>
        <source>Every page on all hosts of the domain that can be reached by links.</source>
        <translation>该域名所有主机上可由链接到达的每个网页。</translation>
    </message>
    <message>
        <source>Follows links anywhere, the most promising first: give the words that you look for.</source>
        <translation>沿链接前往任何地方，最有希望的先抓取：请给出要找的词语。</translation>
    </message>
    <message>
        <source>Just the addresses above, with all they need to look as they do.</source>
        <translation>只采集以上地址，连同完整显示所需的一切。</translation>
    </message>
    <message>
        <source>Leave out empty parameters</source>
        <translation>去掉空参数</translation>
    </message>
    <message>
        <source>Leave out names of index pages</source>
        <translation>去掉索引页的名称</translation>
    </message>
    <message>
        <source>Leave out session ids</source>
        <translation>去掉会话编号</translation>
    </message>
    <message>
        <source>Leave out the last slash</source>
        <translation>去掉末尾的斜杠</translation>
    </message>
    <message>
        <source>Leave out tracking parameters</source>
        <translation>去掉跟踪参数</translation>
    </message>
    <message>
        <source>Leave out “www.”</source>
        <translation>去掉“www.”</translation>
    </message>
    <message>
        <source>News front page</source>
        <translation>新闻首页</translation>
    </message>
    <message>
        <source>PDF, Office, e-book and audio files of the domain; pages are only read for their links.</source>
        <translation>域名下的 PDF、Office、电子书和音频文件；网页只读取链接。</translation>
    </message>
    <message>
        <source>PHPSESSID, jsessionid, sid and the like, in path and query.</source>
        <translation>路径和查询中的 PHPSESSID、jsessionid、sid 等。</translation>
    </message>
    <message>
        <source>Sort parameters by name</source>
        <translation>按名称排列参数</translation>
    </message>
    <message>
        <source>The whole domain</source>
        <translation>整个域名</translation>
    </message>
    <message>
        <source>The whole site</source>
        <translation>整个网站</translation>
    </message>
    <message>
        <source>Their order does not count; those of one name keep theirs.</source>
        <translation>不计参数的次序；同名参数保持原有次序。</translation>
    </message>
    <message>
        <source>This folder only</source>
        <translation>仅此文件夹</translation>
    </message>
    <message>
        <source>This page only</source>
        <translation>仅此网页</translation>
    </message>
    <message>
        <source>Tomorrow {time}</source>
        <translation>明天 {time}</translation>
    </message>
    <message>
        <source>Topic</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>What lies in the same folder as the address, and below it.</source>
        <translation>地址所在文件夹及其下的内容。</translation>
    </message>
    <message>
        <source>Wherever links lead, as far as the limits below allow.</source>
        <translation>跟随链接到任何地方，以下面的限制为界。</translation>
    </message>
    <message>
        <source>Write escapes in one way</source>
        <translation>统一转义的写法</translation>
    </message>
    <message>
        <source>daily at {time}</source>
        <translation>每天 {time}</translation>
    </message>
    <message>
        <source>every hour</source>
        <translation>每小时</translation>
    </message>
    <message>
        <source>every {count} hours</source>
        <translation>每 {count} 小时</translation>
    </message>
    <message>
        <source>http and https are one</source>
        <translation>http 与 https 视为相同</translation>
    </message>
    <message>
        <source>https://example.org/ is http://example.org/.</source>
        <translation>https://example.org/ 即 http://example.org/。</translation>
    </message>
    <message>
        <source>in {minutes} min</source>
        <translation>{minutes} 分钟后</translation>
    </message>
    <message>
        <source>monthly on day {day} at {time}</source>
        <translation>每月 {day} 日 {time}</translation>
    </message>
    <message>
        <source>not repeated</source>
        <translation>不重复</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>utm_source, gclid, fbclid, spm and others that only count visitors.</source>
        <translation>utm_source、gclid、fbclid、spm 等只用于统计访客的参数。</translation>
    </message>
    <message>
        <source>whenever the archive is opened</source>
        <translation>每次打开存档库时</translation>
    </message>
    <message>
        <source>www.example.org is example.org. Some sites differ there.</source>
        <translation>www.example.org 即 example.org。有些网站两者不同。</translation>
    </message>
    <message>
        <source>yearly on {month} {day} at {time}</source>
        <translation>每年{month}{day}日 {time}</translation>
    </message>
    <message>
        <source>{weekday} at {time}</source>
        <translation>每{weekday} {time}</translation>
    </message>
</context>
<context>
    <name>elsewhere</name>
    <message>
        <source>{count} not: {reason}</source>
        <translation>{count} 次未能存入：{reason}</translation>
    </message>
    <message>
        <source>{done} of {total} captures</source>
        <translation>第 {done} 个抓取，共 {total} 个</translation>
    </message>
</context>
<context>
    <name>encodings</name>
    <message>
        <source>Arabic</source>
        <translation>阿拉伯文</translation>
    </message>
    <message>
        <source>Baltic and Nordic</source>
        <translation>波罗的海及北欧</translation>
    </message>
    <message>
        <source>Central European</source>
        <translation>中欧</translation>
    </message>
    <message>
        <source>Chinese</source>
        <translation>中文</translation>
    </message>
    <message>
        <source>Cyrillic</source>
        <translation>西里尔文</translation>
    </message>
    <message>
        <source>Greek</source>
        <translation>希腊文</translation>
    </message>
    <message>
        <source>Hebrew</source>
        <translation>希伯来文</translation>
    </message>
    <message>
        <source>Japanese</source>
        <translation>日文</translation>
    </message>
    <message>
        <source>Korean</source>
        <translation>韩文</translation>
    </message>
    <message>
        <source>Thai and Vietnamese</source>
        <translation>泰文和越南文</translation>
    </message>
    <message>
        <source>Turkish</source>
        <translation>土耳其文</translation>
    </message>
    <message>
        <source>Western</source>
        <translation>西欧</translation>
    </message>
</context>
<context>
    <name>engine</name>
    <message>
        <source>, </source>
        <comment>between the items of a list</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>1 later version builds on this record and cannot be rebuilt without it.</source>
        <translation>有 1 个后来的版本以此记录为基础，没有它就无法重建。</translation>
    </message>
    <message>
        <source>A header line ends in CR LF or holds a carriage return; lines end in LF.</source>
        <translation>记录头中有一行以 CR LF 结尾或含有回车符；行应以 LF 结尾。</translation>
    </message>
    <message>
        <source>A heading begins here, and what follows belongs to it.</source>
        <translation>由此处的标题开始，后面的内容属于它。</translation>
    </message>
    <message>
        <source>A long row of parts is cut after parts that their content chose.</source>
        <translation>一长列部分按其内容决定的位置切开。</translation>
    </message>
    <message>
        <source>A node with the name {node} is at work already.</source>
        <translation>名为 {node} 的节点已经在工作。</translation>
    </message>
    <message>
        <source>A note has at most {count} characters.</source>
        <translation>一条笔记最多 {count} 个字符。</translation>
    </message>
    <message>
        <source>A part of it stands on another colour.</source>
        <translation>其中一部分的背景颜色不同。</translation>
    </message>
    <message>
        <source>A part of the file would unpack to more than {most} MiB; it was not opened.</source>
        <translation>文件的某个部分解压后将超过 {most} MiB，未予打开。</translation>
    </message>
    <message>
        <source>A part of the tags would unpack to more than {size} MiB; it was left out.</source>
        <translation>标签的一部分解压后会超过 {size} MiB，已略去。</translation>
    </message>
    <message>
        <source>A query has at most {count} characters.</source>
        <translation>查询最多 {count} 个字符。</translation>
    </message>
    <message>
        <source>A query has at most {count} conditions (character {place}).</source>
        <translation>查询最多 {count} 个条件（第 {place} 个字符）。</translation>
    </message>
    <message>
        <source>A second look at the first page is surer of it.</source>
        <translation>再看首页，更确定是它。</translation>
    </message>
    <message>
        <source>A sector of its data seems to have been wiped</source>
        <translation>其数据中似乎有一个扇区被清零</translation>
    </message>
    <message>
        <source>A task of this job failed again and again: {detail}</source>
        <translation>此任务的一部分反复失败：{detail}</translation>
    </message>
    <message>
        <source>ARC record</source>
        <translation>ARC 记录</translation>
    </message>
    <message>
        <source>Address and date could not be written onto the pages. Print without them: there is a choice in the menu.</source>
        <translation>无法在页面上写入网址和日期。请在菜单中取消该选项后再打印。</translation>
    </message>
    <message>
        <source>All it has is one part, and that part is asked instead.</source>
        <translation>它只有一个部分，由该部分来判断。</translation>
    </message>
    <message>
        <source>All its parts are small beside what is around it.</source>
        <translation>与周围相比，它的各个部分都很小。</translation>
    </message>
    <message>
        <source>An archive has at most {count} fields.</source>
        <translation>一个存档库最多有 {count} 个字段。</translation>
    </message>
    <message>
        <source>An earlier record of the file has the same id.</source>
        <translation>文件中前面已有编号相同的记录。</translation>
    </message>
    <message>
        <source>Another program (process {process} on {host}) is writing to the archive {archive}. Wait until it has finished, or stop it.</source>
        <translation>另一个程序（{host} 上的进程 {process}）正在写入存档库 {archive}。请等待它完成，或将其停止。</translation>
    </message>
    <message>
        <source>Byte {offset} was 0x{old} and is 0x{new} again, as the checks of header and data prove</source>
        <translation>第 {offset} 字节曾为 0x{old}，现已恢复为 0x{new}，记录头和数据的校验均可证明</translation>
    </message>
    <message>
        <source>CRs are missing that cannot be put back; the length was set to what is there</source>
        <translation>缺少无法补回的回车符，长度已按现有内容设定</translation>
    </message>
    <message>
        <source>CRs that the transfer took away were put back; a checksum proves the result</source>
        <translation>已补回传输时去掉的回车符，结果由校验和证明</translation>
    </message>
    <message>
        <source>CRs that the transfer took away were put back; their number is what the length misses</source>
        <translation>已补回传输时去掉的回车符，其数目正是长度所缺</translation>
    </message>
    <message>
        <source>Changes are sought with “appeared:”, “vanished:” or “changed:”.</source>
        <translation>查找变化要用“appeared:”、“vanished:”或“changed:”。</translation>
    </message>
    <message>
        <source>DATA does not fit its digest</source>
        <translation>数据与摘要不符</translation>
    </message>
    <message>
        <source>DATA does not have the digest stored with it</source>
        <translation>数据与随之保存的摘要不符</translation>
    </message>
    <message>
        <source>DATA does not inflate</source>
        <translation>数据无法解压</translation>
    </message>
    <message>
        <source>DATA does not inflate ({detail})</source>
        <translation>数据无法解压（{detail}）</translation>
    </message>
    <message>
        <source>DATA does not inflate to unzip-length bytes</source>
        <translation>数据解压后的长度与 unzip-length 不符</translation>
    </message>
    <message>
        <source>DATA fits its digest</source>
        <translation>数据与摘要相符</translation>
    </message>
    <message>
        <source>DATA inflates to unzip-length</source>
        <translation>数据解压后长度正确</translation>
    </message>
    <message>
        <source>DATA is cut: the file ends before length</source>
        <translation>数据不完整：文件在 length 所示长度之前结束</translation>
    </message>
    <message>
        <source>DATA is not followed by an empty line: length is wrong</source>
        <translation>数据之后没有空行：length 有误</translation>
    </message>
    <message>
        <source>Disk quota exceeded</source>
        <translation>超出磁盘配额</translation>
    </message>
    <message>
        <source>Elements are nested too deeply; the structure of the page was simplified.</source>
        <translation>元素嵌套过深，网页结构已简化。</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>文件已存在</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>文件名过长</translation>
    </message>
    <message>
        <source>File too large</source>
        <translation>文件过大</translation>
    </message>
    <message>
        <source>Groups are nested too deeply; what follows is left out.</source>
        <translation>分组嵌套过深，其后的内容已略去。</translation>
    </message>
    <message>
        <source>HTTP header</source>
        <translation>HTTP 响应头</translation>
    </message>
    <message>
        <source>HTTP {status}</source>
        <translation>状态码 HTTP {status}</translation>
    </message>
    <message>
        <source>HTTP {status}, and no archived page</source>
        <translation>HTTP {status}，且不是存档网页</translation>
    </message>
    <message>
        <source>Index and record differ in {what}: {indexed} and {recorded}. “tianwang reindex” makes the index follow the records.</source>
        <translation>索引与记录的{what}不一致：{indexed} 与 {recorded}。“重建索引”（tianwang reindex）可使索引与记录一致。</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>输入/输出错误</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>这是一个文件夹</translation>
    </message>
    <message>
        <source>It arranges nothing but text, links and pictures.</source>
        <translation>它只编排文本、链接和图片。</translation>
    </message>
    <message>
        <source>It arranges other parts and says nothing itself.</source>
        <translation>它只编排其他部分，自身没有内容。</translation>
    </message>
    <message>
        <source>It cannot be divided: its parts are too deep, or mixed with others in the source.</source>
        <translation>无法再划分：其各部分嵌套太深，或在源码中与其他部分混在一起。</translation>
    </message>
    <message>
        <source>It has nothing inside that can be seen.</source>
        <translation>其中没有看得见的内容。</translation>
    </message>
    <message>
        <source>It has text of its own and is small beside what is around it.</source>
        <translation>它自身含有文字，与周围相比很小。</translation>
    </message>
    <message>
        <source>It has text of its own, and each part of it arranges nothing but text, links and pictures.</source>
        <translation>它有自己的文本，且每个部分只编排文本、链接和图片。</translation>
    </message>
    <message>
        <source>It holds no text.</source>
        <translation>其中没有文字。</translation>
    </message>
    <message>
        <source>It holds nothing but text.</source>
        <translation>其中只有文字。</translation>
    </message>
    <message>
        <source>It is a cell or a paragraph that nothing divides.</source>
        <translation>它是一个无可再分的单元格或段落。</translation>
    </message>
    <message>
        <source>It is a heading of the page.</source>
        <translation>这是网页中的标题。</translation>
    </message>
    <message>
        <source>It is a text: paragraphs, lists and tables stand one below the other in it.</source>
        <translation>它是一篇文字：段落、列表和表格在其中自上而下排列。</translation>
    </message>
    <message>
        <source>It is in the metadata.</source>
        <translation>元数据中有它。</translation>
    </message>
    <message>
        <source>It is one thing that cannot be divided.</source>
        <translation>它是一个整体，不能再分。</translation>
    </message>
    <message>
        <source>It is only the name of the site.</source>
        <translation>这只是网站名称。</translation>
    </message>
    <message>
        <source>It is smaller than a block of its kind.</source>
        <translation>它比同类分块的最小尺寸还小。</translation>
    </message>
    <message>
        <source>It is something to use: a link, a field, a picture.</source>
        <translation>它是供使用的东西：链接、输入框、图片。</translation>
    </message>
    <message>
        <source>It is the end of the address.</source>
        <translation>这是网址的末段。</translation>
    </message>
    <message>
        <source>It is the headline in the description of the article (JSON-LD).</source>
        <translation>它是文章描述（JSON-LD）中的标题。</translation>
    </message>
    <message>
        <source>It is the subject of the file.</source>
        <translation>这是文件的主题。</translation>
    </message>
    <message>
        <source>It is the title inside.</source>
        <translation>这是内部文件的标题。</translation>
    </message>
    <message>
        <source>It is the title of the page.</source>
        <translation>这是网页的标题。</translation>
    </message>
    <message>
        <source>It is the whole page.</source>
        <translation>它是整个网页。</translation>
    </message>
    <message>
        <source>It is there already, and nothing is overwritten.</source>
        <translation>它已存在，不会覆盖任何文件。</translation>
    </message>
    <message>
        <source>It lacks the checksum that its neighbours carry</source>
        <translation>缺少相邻记录都有的校验和</translation>
    </message>
    <message>
        <source>It may be text inside the page of a lost record</source>
        <translation>可能是某条丢失记录的网页中的文字</translation>
    </message>
    <message>
        <source>It only says how text looks.</source>
        <translation>它只规定文本的外观。</translation>
    </message>
    <message>
        <source>It reads like the title of an official document.</source>
        <translation>它读来像公文标题。</translation>
    </message>
    <message>
        <source>It says what kind of document this is.</source>
        <translation>它说明了这是哪一类文件。</translation>
    </message>
    <message>
        <source>It stands above the page, and says what kind of document this is.</source>
        <translation>它位于页面上方，并说明了这是哪一类文件。</translation>
    </message>
    <message>
        <source>It stands alone above the text.</source>
        <translation>它单独位于正文上方。</translation>
    </message>
    <message>
        <source>It stands behind damage, and too few records follow it to prove it</source>
        <translation>位于损坏处之后，后面的记录太少，无法证明</translation>
    </message>
    <message>
        <source>It stands beside a block.</source>
        <translation>它与一个分块相邻。</translation>
    </message>
    <message>
        <source>It stands on a background of its own.</source>
        <translation>它有自己的背景。</translation>
    </message>
    <message>
        <source>It was left out because a Tianwang 1.0 record cannot hold its attributes.</source>
        <translation>因天网 1.0 记录无法容纳其属性而略过。</translation>
    </message>
    <message>
        <source>It was left out because its address is longer than other programs take: they would refuse the whole file. An export as Tianwang files has it.</source>
        <translation>因地址超出其他程序的限度而略过：这些程序会拒绝整个文件。导出为天网文件时会包含它。</translation>
    </message>
    <message>
        <source>It was left out because its record is damaged: {reason}.</source>
        <translation>因记录损坏而略过：{reason}。</translation>
    </message>
    <message>
        <source>It was left out because the version it confirms cannot be read.</source>
        <translation>因所确认的版本无法读取而略过。</translation>
    </message>
    <message>
        <source>Its HTTP headers are longer than other programs take. Its record has a part of them; all of them are kept in the metadata record before it, where an import finds them.</source>
        <translation>其 HTTP 头超出其他程序的限度。记录中只有其中一部分；完整的头保存在前面的 metadata 记录中，导入时可以找到。</translation>
    </message>
    <message>
        <source>Its closing newline or another byte is missing</source>
        <translation>缺少结束记录的换行符或其他字节</translation>
    </message>
    <message>
        <source>Its record is damaged: {reason}.</source>
        <translation>其记录已损坏：{reason}。</translation>
    </message>
    <message>
        <source>Its text was not recognised: OCR was ended after {seconds} seconds.</source>
        <translation>未识别出文字：OCR 在 {seconds} 秒后被终止。</translation>
    </message>
    <message>
        <source>Its text was not recognised: {detail}</source>
        <translation>未识别出文字：{detail}</translation>
    </message>
    <message>
        <source>LibreOffice could not lay this document out: {detail}</source>
        <translation>LibreOffice 无法排版此文档：{detail}</translation>
    </message>
    <message>
        <source>LibreOffice is not installed here.</source>
        <translation>这里没有安装 LibreOffice。</translation>
    </message>
    <message>
        <source>LibreOffice was ended: it took more than {seconds} seconds for this document.</source>
        <translation>已结束 LibreOffice：排版此文档超过了 {seconds} 秒。</translation>
    </message>
    <message>
        <source>Line {line} of {path} cannot be read: an address, a date or “-”, and a reason are expected.</source>
        <translation>{path} 的第 {line} 行无法读取：应为网址、日期或 “-”，以及理由。</translation>
    </message>
    <message>
        <source>Neighbours that are too small alone stand together here.</source>
        <translation>单独太小的相邻部分在此合在一起。</translation>
    </message>
    <message>
        <source>No cluster answers at {address}: {detail}</source>
        <translation>{address} 处没有集群应答：{detail}</translation>
    </message>
    <message>
        <source>No node of the cluster sees {path}</source>
        <translation>集群中没有节点能看到 {path}</translation>
    </message>
    <message>
        <source>No other rule made it a block.</source>
        <translation>没有其他规则使它成为分块。</translation>
    </message>
    <message>
        <source>No picture of the film could be decoded.</source>
        <translation>无法解码视频的任何画面。</translation>
    </message>
    <message>
        <source>No remote archive is known as “{name}”.</source>
        <translation>没有名为“{name}”的远程存档。</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>磁盘空间不足</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>文件或文件夹不存在</translation>
    </message>
    <message>
        <source>Nodes of the cluster have different archives at {path}. Give each a name of its own.</source>
        <translation>集群的各节点在 {path} 处有不同的存档库。请给每个存档库各自的名称。</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>这不是文件夹</translation>
    </message>
    <message>
        <source>Not all of the files inside could be unpacked; the text of the others is shown.</source>
        <translation>其中有些文件无法解压；显示的是其余文件的文字。</translation>
    </message>
    <message>
        <source>Nothing proves where it ends: no record follows it</source>
        <translation>无法证明它在哪里结束：后面没有记录</translation>
    </message>
    <message>
        <source>Nothing stands behind “{name}:” at character {place}.</source>
        <translation>第 {place} 个字符处的“{name}:”后面没有内容。</translation>
    </message>
    <message>
        <source>Nothing was found on the page that says “{text}” and could be found again.</source>
        <translation>网页上没有找到写着“{text}”、又能再次找到的内容。</translation>
    </message>
    <message>
        <source>OR at character {place} needs something on both sides.</source>
        <translation>第 {place} 个字符处的 OR 两边都要有内容。</translation>
    </message>
    <message>
        <source>Only the first {count} cells of the workbook are shown.</source>
        <translation>只显示工作簿的前 {count} 个单元格。</translation>
    </message>
    <message>
        <source>Only the first {count} formulas of the workbook are kept.</source>
        <translation>只保留了工作簿的前 {count} 个公式。</translation>
    </message>
    <message>
        <source>Only the first {count} rows of a table are shown.</source>
        <translation>只显示表格的前 {count} 行。</translation>
    </message>
    <message>
        <source>Only the first {count} slides are shown.</source>
        <translation>仅显示前 {count} 张幻灯片。</translation>
    </message>
    <message>
        <source>Only the first {number} of {count} pages were read.</source>
        <translation>共 {count} 页，仅读取了前 {number} 页。</translation>
    </message>
    <message>
        <source>Only the first {size} MiB of the content are read.</source>
        <translation>只读取内容的前 {size} MiB。</translation>
    </message>
    <message>
        <source>Pages, drawings and mails are not opened in other programs: there they could run scripts and load from the network. Look at it here, or save it.</source>
        <translation>网页、矢量图和邮件不会用其他程序打开：它们在那里可能运行脚本，或从网络加载内容。请在这里查看，或另存。</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>没有权限</translation>
    </message>
    <message>
        <source>Ray could not be started: {detail}</source>
        <translation>无法启动 Ray：{detail}</translation>
    </message>
    <message>
        <source>Ray is not installed: install this program with its group “cluster” (tianwang-explorer[cluster]).</source>
        <translation>没有安装 Ray：请连同“cluster”组一起安装本程序（tianwang-explorer[cluster]）。</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>文件系统为只读</translation>
    </message>
    <message>
        <source>Reading it needed more memory than there is.</source>
        <translation>读取需要的内存超过现有内存。</translation>
    </message>
    <message>
        <source>Reading it needed more than {size} of memory; it was given up.</source>
        <translation>读取需要的内存超过 {size}，已放弃。</translation>
    </message>
    <message>
        <source>Reading it took longer than {seconds} seconds; it was given up.</source>
        <translation>读取超过 {seconds} 秒，已放弃。</translation>
    </message>
    <message>
        <source>Reading it was cancelled.</source>
        <translation>读取已取消。</translation>
    </message>
    <message>
        <source>Reading the files inside took over {seconds} seconds; what follows was not read.</source>
        <translation>读取其中的文件超过 {seconds} 秒；后面的没有读取。</translation>
    </message>
    <message>
        <source>Records of version {version} are not known.</source>
        <translation>不认识版本 {version} 的记录。</translation>
    </message>
    <message>
        <source>Rule {number}: {what}</source>
        <translation>规则 {number}：{what}</translation>
    </message>
    <message>
        <source>Some characters do not fit the character set and were replaced.</source>
        <translation>部分字符不属于该字符集，已被替换。</translation>
    </message>
    <message>
        <source>Some characters do not fit the character set {charset} and were replaced.</source>
        <translation>部分字符不属于字符集 {charset}，已被替换。</translation>
    </message>
    <message>
        <source>The PDF has no page {number}.</source>
        <translation>PDF 没有第 {number} 页。</translation>
    </message>
    <message>
        <source>The PDF holds no text.</source>
        <translation>PDF 中没有文字。</translation>
    </message>
    <message>
        <source>The PDF holds no text; its pages are pictures.</source>
        <translation>此 PDF 不含文本，各页均为图片。</translation>
    </message>
    <message>
        <source>The PDF is damaged and cannot be opened.</source>
        <translation>此 PDF 已损坏，无法打开。</translation>
    </message>
    <message>
        <source>The PDF is damaged; a second reader (pdfminer.six) could open it.</source>
        <translation>该 PDF 已损坏；第二个读取器（pdfminer.six）打开了它。</translation>
    </message>
    <message>
        <source>The PDF is protected by a password.</source>
        <translation>此 PDF 受密码保护。</translation>
    </message>
    <message>
        <source>The XML is damaged; it is shown as plain text.</source>
        <translation>XML 已损坏，按纯文本显示。</translation>
    </message>
    <message>
        <source>The XML is not well-formed; what could be read is shown.</source>
        <translation>XML 格式不正确，仅显示可读取的部分。</translation>
    </message>
    <message>
        <source>The ZIP directory cannot be read ({detail}); WARC files were looked for.</source>
        <translation>无法读取 ZIP 目录（{detail}）；已直接查找其中的 WARC 文件。</translation>
    </message>
    <message>
        <source>The address has more than {count} characters.</source>
        <translation>地址超过 {count} 个字符。</translation>
    </message>
    <message>
        <source>The archive holds no version of this page.</source>
        <translation>存档库中没有此网页的任何版本。</translation>
    </message>
    <message>
        <source>The archive holds nothing under {wanted}.</source>
        <translation>存档库中没有 {wanted}。</translation>
    </message>
    <message>
        <source>The archive is damaged; what could be read of it is shown.</source>
        <translation>压缩包已损坏；显示的是能读出的部分。</translation>
    </message>
    <message>
        <source>The archive {archive} cannot be used: {detail}</source>
        <translation>无法使用存档库 {archive}：{detail}</translation>
    </message>
    <message>
        <source>The archive {archive} has no crawl in rounds. “tianwang rounds {word} inject URL…” begins one.</source>
        <translation>归档 {archive} 没有分轮采集。可用“tianwang rounds {word} inject URL…”开始。</translation>
    </message>
    <message>
        <source>The archive {archive} is damaged: {detail}</source>
        <translation>存档库 {archive} 已损坏：{detail}</translation>
    </message>
    <message>
        <source>The archive {archive} is made of other archives, and nothing is written into them through it. Write to one of them, such as {first}; what is new there is here, too.</source>
        <translation>归档 {archive} 由其他归档组成，不会通过它向其中写入任何内容。请写入其中之一，例如 {first}；那里的新内容这里也会有。</translation>
    </message>
    <message>
        <source>The archive {archive} must be brought up to date before it can be shown, but its disk cannot be written. Copy the archive to a disk that can be written, and open it there.</source>
        <translation>存档库 {archive} 须先更新才能显示，但它所在的磁盘不可写。请把存档库复制到可写的磁盘上，再从那里打开。</translation>
    </message>
    <message>
        <source>The attribute “{name}” stands here a second time.</source>
        <translation>属性“{name}”在这里重复出现。</translation>
    </message>
    <message>
        <source>The audio data is damaged and holds no tags.</source>
        <translation>音频数据已损坏，且不含标签。</translation>
    </message>
    <message>
        <source>The audio data is damaged or missing; only the tags were read.</source>
        <translation>音频数据已损坏或缺失，仅读取了标签。</translation>
    </message>
    <message>
        <source>The book has no list of its parts; it cannot be read.</source>
        <translation>电子书没有组成部分的清单，无法读取。</translation>
    </message>
    <message>
        <source>The book is very long; what follows is left out.</source>
        <translation>电子书很长，后面的内容已略去。</translation>
    </message>
    <message>
        <source>The cell {marks} on the sheet “{sheet}”, which is shown first.</source>
        <translation>最先显示的工作表“{sheet}”中的单元格：{marks}。</translation>
    </message>
    <message>
        <source>The cell {marks} on the sheet “{sheet}”.</source>
        <translation>工作表“{sheet}”中的单元格：{marks}。</translation>
    </message>
    <message>
        <source>The cluster at {address} does not take this token. The right one stands in ~/.ray/auth_token of the machine on which the cluster was started.</source>
        <translation>{address} 处的集群不接受此令牌。正确的令牌在启动集群的机器上的 ~/.ray/auth_token 中。</translation>
    </message>
    <message>
        <source>The cluster has a crawl at work; “tianwang cluster status” shows it.</source>
        <translation>集群正在进行抓取；“tianwang cluster status” 可以查看。</translation>
    </message>
    <message>
        <source>The cluster has no crawl at work.</source>
        <translation>集群没有正在进行的抓取。</translation>
    </message>
    <message>
        <source>The cluster has no such node.</source>
        <translation>集群中没有这个节点。</translation>
    </message>
    <message>
        <source>The compressed data is damaged; only what comes before is shown.</source>
        <translation>压缩数据已损坏；只显示损坏处之前的内容。</translation>
    </message>
    <message>
        <source>The compressed data of the record is damaged</source>
        <translation>记录的压缩数据已损坏</translation>
    </message>
    <message>
        <source>The connection to the cluster has ended: {detail}</source>
        <translation>与集群的连接已中断：{detail}</translation>
    </message>
    <message>
        <source>The content coding {coding} is not known; the body is shown as stored.</source>
        <translation>未知的内容编码 {coding}，按保存的原样显示内容。</translation>
    </message>
    <message>
        <source>The content could not be read ({kind}: {detail}).</source>
        <translation>无法读取内容（{kind}：{detail}）。</translation>
    </message>
    <message>
        <source>The content could not be read as {format} ({kind}: {detail}).</source>
        <translation>无法按 {format} 读取内容（{kind}：{detail}）。</translation>
    </message>
    <message>
        <source>The content does not have the digest given for it (WARC-Payload-Digest); it was stored as it is.</source>
        <translation>内容与给出的摘要（WARC-Payload-Digest）不符，已原样保存。</translation>
    </message>
    <message>
        <source>The content is larger than {size} MiB; only its beginning is shown.</source>
        <translation>内容大于 {size} MiB；只显示开头。</translation>
    </message>
    <message>
        <source>The crawls of this archive cannot be used: {path} cannot be read ({detail}). The pages are not touched by that. Move the file away to begin new crawls; what old ones had still to do goes with it.</source>
        <translation>此存档库的抓取无法使用：无法读取 {path}（{detail}）。网页不受影响。移走该文件即可开始新的抓取；以前的抓取尚未完成的部分会随之丢失。</translation>
    </message>
    <message>
        <source>The date stands in “time”, not in “date”.</source>
        <translation>日期写在“time”中，而不是“date”。</translation>
    </message>
    <message>
        <source>The date “{wrong}” is not one of WARC; it was read as {date}.</source>
        <translation>日期“{wrong}”不符合 WARC 规范，已按 {date} 读取。</translation>
    </message>
    <message>
        <source>The document is in a form older than Word 6, or of WordPerfect, which is not read.</source>
        <translation>文档是 Word 6 以前的格式或 WordPerfect 格式，无法读取。</translation>
    </message>
    <message>
        <source>The drawings of the PDF repeat each other too often; it was not opened.</source>
        <translation>PDF 中的图形互相重复过多，未打开。</translation>
    </message>
    <message>
        <source>The extractor “{name}” failed ({kind}: {detail}); the document was read without it.</source>
        <translation>提取器“{name}”出错（{kind}：{detail}）；未使用它读取文档。</translation>
    </message>
    <message>
        <source>The file cannot be read: {detail}.</source>
        <translation>无法读取文件：{detail}。</translation>
    </message>
    <message>
        <source>The file ends before the end of the record</source>
        <translation>文件在记录结束之前就结束了</translation>
    </message>
    <message>
        <source>The file ends in the middle; its end is missing.</source>
        <translation>文件不完整，缺少结尾部分。</translation>
    </message>
    <message>
        <source>The file ends without the line feed that closes the record.</source>
        <translation>文件结尾缺少结束记录的换行符。</translation>
    </message>
    <message>
        <source>The file holds no WARC file.</source>
        <translation>文件中没有 WARC 文件。</translation>
    </message>
    <message>
        <source>The file holds other WACZ files. Unpack it, and import those.</source>
        <translation>文件中包含其他 WACZ 文件。请将其解压后再导入。</translation>
    </message>
    <message>
        <source>The file holds {count} parts; more than {most} are not opened.</source>
        <translation>文件包含 {count} 个部件；超过 {most} 个时不予打开。</translation>
    </message>
    <message>
        <source>The file inside “{name}” could not be read: {detail}</source>
        <translation>其中的文件“{name}”无法读取：{detail}</translation>
    </message>
    <message>
        <source>The file inside “{name}” is damaged or packed in an unknown way.</source>
        <translation>其中的文件“{name}”已损坏，或压缩方式未知。</translation>
    </message>
    <message>
        <source>The file inside “{name}” is larger than {size} MiB; its text is not shown.</source>
        <translation>其中的文件“{name}”大于 {size} MiB；不显示其文字。</translation>
    </message>
    <message>
        <source>The file is damaged: a part of it could not be read.</source>
        <translation>文件已损坏：有一部分无法读取。</translation>
    </message>
    <message>
        <source>The file is damaged: a slide could not be read.</source>
        <translation>文件已损坏：有一张幻灯片无法读取。</translation>
    </message>
    <message>
        <source>The file is damaged: it ends in its first part.</source>
        <translation>文件已损坏：在第一部分中就结束了。</translation>
    </message>
    <message>
        <source>The file is damaged: its beginning is not that of a workbook.</source>
        <translation>文件已损坏：开头不是工作簿。</translation>
    </message>
    <message>
        <source>The file is damaged: its beginning is not that of an Office file.</source>
        <translation>文件已损坏：开头不是 Office 文件。</translation>
    </message>
    <message>
        <source>The file is damaged: its content cannot be read.</source>
        <translation>文件已损坏：内容无法读取。</translation>
    </message>
    <message>
        <source>The file is damaged: its list of sheets cannot be read.</source>
        <translation>文件已损坏：工作表清单无法读取。</translation>
    </message>
    <message>
        <source>The file is damaged: its list of slides cannot be read.</source>
        <translation>文件已损坏：幻灯片清单无法读取。</translation>
    </message>
    <message>
        <source>The file is damaged: its sheets cannot be found.</source>
        <translation>文件已损坏：找不到工作表。</translation>
    </message>
    <message>
        <source>The file is damaged: its slides cannot be found.</source>
        <translation>文件已损坏：找不到幻灯片。</translation>
    </message>
    <message>
        <source>The file is damaged: its slides stand in the order of the file.</source>
        <translation>文件已损坏：幻灯片按在文件中的顺序排列。</translation>
    </message>
    <message>
        <source>The file is damaged: its table of contents cannot be read.</source>
        <translation>文件已损坏：无法读取其目录。</translation>
    </message>
    <message>
        <source>The file is damaged: there is no text in it.</source>
        <translation>文件已损坏：其中没有文字。</translation>
    </message>
    <message>
        <source>The file is damaged; what could be read of it is shown.</source>
        <translation>文件已损坏；显示的是能读出的部分。</translation>
    </message>
    <message>
        <source>The file is missing, but the index knows captures in it.</source>
        <translation>文件缺失，但索引中有属于它的采集。</translation>
    </message>
    <message>
        <source>The file is not a Word document.</source>
        <translation>文件不是 Word 文档。</translation>
    </message>
    <message>
        <source>The file is not an Excel workbook.</source>
        <translation>文件不是 Excel 工作簿。</translation>
    </message>
    <message>
        <source>The file is not an Office document: its list of parts is missing.</source>
        <translation>此文件不是 Office 文档：缺少部件列表。</translation>
    </message>
    <message>
        <source>The file is not named like a batch file (YYYYMM/NNNN.tw), so nobody reads it.</source>
        <translation>文件名不符合批次文件的规则（YYYYMM/NNNN.tw），因此不会被读取。</translation>
    </message>
    <message>
        <source>The file is packed in a way that no document is; it was not opened.</source>
        <translation>文件的压缩方式不是任何文档会用的，未打开。</translation>
    </message>
    <message>
        <source>The file is protected by a password.</source>
        <translation>此文件受密码保护。</translation>
    </message>
    <message>
        <source>The file would unpack to {size} MiB; more than {most} are not opened.</source>
        <translation>文件解压后将达 {size} MiB；超过 {most} MiB 时不予打开。</translation>
    </message>
    <message>
        <source>The file would unpack to {times} times its size and was not opened.</source>
        <translation>文件解压后将达原大小的 {times} 倍，未予打开。</translation>
    </message>
    <message>
        <source>The files inside are protected by a password.</source>
        <translation>其中的文件有密码保护。</translation>
    </message>
    <message>
        <source>The files inside hold very much text; what follows is left out.</source>
        <translation>其中的文件文字很多；后面的已略去。</translation>
    </message>
    <message>
        <source>The files inside unpack to more than {size} MiB; what follows was not read.</source>
        <translation>其中的文件解压后超过 {size} MiB；后面的没有读取。</translation>
    </message>
    <message>
        <source>The film has very many subtitles; the first of them are shown.</source>
        <translation>影片的字幕非常多，仅显示前面的部分。</translation>
    </message>
    <message>
        <source>The film is damaged or cut off; only a part of it could be shown.</source>
        <translation>视频已损坏或被截断；只能显示其中一部分。</translation>
    </message>
    <message>
        <source>The film is damaged or cut off; only a part of its subtitles could be read.</source>
        <translation>影片已损坏或不完整，只能读出部分字幕。</translation>
    </message>
    <message>
        <source>The film is damaged: nothing tells what is in it.</source>
        <translation>视频已损坏：无从得知其中的内容。</translation>
    </message>
    <message>
        <source>The film is long; only a part of it was looked at for key frames.</source>
        <translation>视频很长；只在其中一部分里找了关键帧。</translation>
    </message>
    <message>
        <source>The fonts of {unknown} of {count} pages do not say which characters they show.</source>
        <translation>{count} 页中有 {unknown} 页的字体没有说明所显示的是哪些字符。</translation>
    </message>
    <message>
        <source>The header of the record is damaged</source>
        <translation>记录头已损坏</translation>
    </message>
    <message>
        <source>The header of the record is too long.</source>
        <translation>记录头过长。</translation>
    </message>
    <message>
        <source>The headers announce chunks, the body has none.</source>
        <translation>响应头声明了分块传输，但内容没有分块。</translation>
    </message>
    <message>
        <source>The headers announce {coding}, the body is not {same}.</source>
        <translation>响应头声明了 {coding}，但内容不是 {same}。</translation>
    </message>
    <message>
        <source>The index cannot be read: {detail}. “tianwang reindex” makes it anew.</source>
        <translation>索引无法读取：{detail}。“重建索引”（tianwang reindex）可使其恢复正确。</translation>
    </message>
    <message>
        <source>The index counts {versions} versions and {visits} visits of {url}, and has {count} and {number}. “tianwang reindex” makes it anew.</source>
        <translation>索引记有 {url} 的 {versions} 个版本和 {visits} 次重访，实有 {count} 个和 {number} 次。“重建索引”（tianwang reindex）可使其恢复正确。</translation>
    </message>
    <message>
        <source>The index does not count the pages below {url} right. “tianwang reindex” makes it anew.</source>
        <translation>索引中 {url} 之下的网页数目不对。“重建索引”（tianwang reindex）可使其恢复正确。</translation>
    </message>
    <message>
        <source>The index has the record build on another one than it names.</source>
        <translation>索引所记的基础记录与该记录自己指明的不同。</translation>
    </message>
    <message>
        <source>The index has the record confirm a version, the record names none.</source>
        <translation>索引称该记录确认某个版本，但记录中没有写明。</translation>
    </message>
    <message>
        <source>The index has the record confirm another version than the record names.</source>
        <translation>索引与记录所确认的版本不同。</translation>
    </message>
    <message>
        <source>The index names a record here that is not there.</source>
        <translation>索引指向此处的记录，但记录不存在。</translation>
    </message>
    <message>
        <source>The index of the archive {archive} cannot be used: {detail}. The pages themselves are in the batches: “Rebuild the index” on the page Integrity, or “tianwang reindex {word}”, makes a new index from them.</source>
        <translation>存档库 {archive} 的索引无法使用：{detail}。网页本身仍在批次文件中：用“完整性”页上的“重建索引”或命令“tianwang reindex {word}”，即可由此建立新索引。</translation>
    </message>
    <message>
        <source>The index shows {url} otherwise than its captures are. “tianwang reindex” makes it anew.</source>
        <translation>索引中显示的 {url} 与其各次采集不符。“重建索引”（tianwang reindex）可使其恢复正确。</translation>
    </message>
    <message>
        <source>The last attribute is “{name}”, not “length”.</source>
        <translation>最后一个属性是“{name}”，而不是“length”。</translation>
    </message>
    <message>
        <source>The last {size} bytes are a line that was cut off. The next tag or note moves them to a side file.</source>
        <translation>最后 {size} 个字节是被截断的一行。下次添加标签或笔记时，它们会移到旁边的一个文件中。</translation>
    </message>
    <message>
        <source>The length</source>
        <translation>所标长度</translation>
    </message>
    <message>
        <source>The length of the record was restored; its data is proven by its checksum</source>
        <translation>已恢复记录的长度，其数据由校验和证明</translation>
    </message>
    <message>
        <source>The line ends of the record were converted. “tianwang recover” repairs such files.</source>
        <translation>记录的换行符曾被转换。“恢复损坏的文件”（tianwang recover）可以修复此类文件。</translation>
    </message>
    <message>
        <source>The line ends were converted; the file without the added CRs fits</source>
        <translation>换行符曾被转换；去掉多余的回车符后文件吻合</translation>
    </message>
    <message>
        <source>The line ends were converted; the file without the added CRs fits. {reason}</source>
        <translation>换行符曾被转换；去掉多余的回车符后文件吻合。{reason}</translation>
    </message>
    <message>
        <source>The line is damaged; the tags and notes of all others are there.</source>
        <translation>这一行已损坏；其他各行的标签和笔记都在。</translation>
    </message>
    <message>
        <source>The live browser cannot be used: {detail}</source>
        <translation>无法使用在线浏览器：{detail}</translation>
    </message>
    <message>
        <source>The mail has very many parts; the first of them are shown.</source>
        <translation>邮件的部分很多；只显示最前面的。</translation>
    </message>
    <message>
        <source>The mail is encrypted; what was written cannot be shown.</source>
        <translation>邮件已加密；无法显示其内容。</translation>
    </message>
    <message>
        <source>The mail nests too deeply; it cannot be read.</source>
        <translation>邮件嵌套过深，无法读取。</translation>
    </message>
    <message>
        <source>The name of the file.</source>
        <translation>这是文件名。</translation>
    </message>
    <message>
        <source>The name of the site was taken off.</source>
        <translation>已去掉网站名称。</translation>
    </message>
    <message>
        <source>The name “{name}” is not in lower case.</source>
        <translation>属性名“{name}”不是小写。</translation>
    </message>
    <message>
        <source>The names and files inside are protected by a password.</source>
        <translation>其中的文件名和文件都有密码保护。</translation>
    </message>
    <message>
        <source>The newline that closes the record was restored</source>
        <translation>已补上结束记录的换行符</translation>
    </message>
    <message>
        <source>The other pages of the site share what was taken off.</source>
        <translation>已去掉该网站其他网页标题中也有的部分。</translation>
    </message>
    <message>
        <source>The page could not be made ready for printing.</source>
        <translation>无法准备要打印的页面。</translation>
    </message>
    <message>
        <source>The page gives it for showing it elsewhere (Open Graph).</source>
        <translation>网页供别处显示时给出了它（Open Graph）。</translation>
    </message>
    <message>
        <source>The page gives it for showing it elsewhere (Twitter).</source>
        <translation>网页供别处显示时给出了它（Twitter）。</translation>
    </message>
    <message>
        <source>The page has no size.</source>
        <translation>页面没有尺寸。</translation>
    </message>
    <message>
        <source>The page has no structure that can be followed, and is one block.</source>
        <translation>此网页没有可循的结构，整体为一个分块。</translation>
    </message>
    <message>
        <source>The page is damaged and cannot be shown.</source>
        <translation>页面已损坏，无法显示。</translation>
    </message>
    <message>
        <source>The page is too narrow to be shown.</source>
        <translation>页面过窄，无法显示。</translation>
    </message>
    <message>
        <source>The page says the same elsewhere.</source>
        <translation>网页别处也这样写。</translation>
    </message>
    <message>
        <source>The parenthesis at character {place} closes nothing.</source>
        <translation>第 {place} 个字符处的右括号没有对应的左括号。</translation>
    </message>
    <message>
        <source>The parenthesis at character {place} is not closed.</source>
        <translation>第 {place} 个字符处的括号没有闭合。</translation>
    </message>
    <message>
        <source>The part before it, which is like it, was left whole as well.</source>
        <translation>它前面的相似部分也没有划分。</translation>
    </message>
    <message>
        <source>The pattern “{pattern}” for file names cannot be used: {detail}</source>
        <translation>文件名模板“{pattern}”无法使用：{detail}</translation>
    </message>
    <message>
        <source>The picture is damaged: its size could not be found.</source>
        <translation>图片已损坏：无法得知其尺寸。</translation>
    </message>
    <message>
        <source>The picture is of an unknown kind.</source>
        <translation>图片类型未知。</translation>
    </message>
    <message>
        <source>The presentation is in a form older than PowerPoint 97, which is not read.</source>
        <translation>演示文稿是 PowerPoint 97 以前的格式，无法读取。</translation>
    </message>
    <message>
        <source>The printer did not take the pages: {detail}</source>
        <translation>打印机没有接受页面：{detail}</translation>
    </message>
    <message>
        <source>The process in which fields are looked for cannot be started: {detail}</source>
        <translation>无法启动查找字段的进程：{detail}</translation>
    </message>
    <message>
        <source>The process that read it ended unexpectedly; the content may be damaged.</source>
        <translation>读取它的进程意外结束；内容可能已损坏。</translation>
    </message>
    <message>
        <source>The process that works out classes ended without a result: {detail}</source>
        <translation>计算分类的进程没有得出结果就结束了：{detail}</translation>
    </message>
    <message>
        <source>The properties name it, and the text shows it.</source>
        <translation>文档属性写明了它，正文中也有。</translation>
    </message>
    <message>
        <source>The properties name it, but a program wrote it.</source>
        <translation>文档属性写明了它，但那是程序自动写的。</translation>
    </message>
    <message>
        <source>The properties name it, but it is only how the text begins.</source>
        <translation>文档属性写明了它，但那只是正文的开头。</translation>
    </message>
    <message>
        <source>The properties name it, but it is who issued it.</source>
        <translation>属性中有此名，但它是发布者。</translation>
    </message>
    <message>
        <source>The properties name it, but the text does not show it.</source>
        <translation>文档属性写明了它，但正文中没有。</translation>
    </message>
    <message>
        <source>The properties name it.</source>
        <translation>文档属性写明了它。</translation>
    </message>
    <message>
        <source>The query has nothing that could be sought.</source>
        <translation>查询里没有可以搜索的内容。</translation>
    </message>
    <message>
        <source>The quotation mark at character {place} is not closed.</source>
        <translation>第 {place} 个字符处的引号没有闭合。</translation>
    </message>
    <message>
        <source>The record calls itself {id}, which is another one&apos;s or of another batch.</source>
        <translation>记录自称编号为 {id}，但该编号属于另一条记录或另一个批次。</translation>
    </message>
    <message>
        <source>The record cannot be stored as a Tianwang record: {detail}.</source>
        <translation>该记录无法存为天网记录：{detail}。</translation>
    </message>
    <message>
        <source>The record does not say which version it refers to.</source>
        <translation>记录没有写明所指的版本。</translation>
    </message>
    <message>
        <source>The record has no date that can be read.</source>
        <translation>该记录没有可识别的日期。</translation>
    </message>
    <message>
        <source>The record has no date.</source>
        <translation>记录没有日期。</translation>
    </message>
    <message>
        <source>The record has no url.</source>
        <translation>该记录没有 url。</translation>
    </message>
    <message>
        <source>The record holds only what changed since another record. Unpack the file first.</source>
        <translation>该记录只保存相对于另一条记录的变化。请先将文件解压。</translation>
    </message>
    <message>
        <source>The record is cut, or bytes were lost or added inside it</source>
        <translation>记录被截断，或其中有字节丢失或增加</translation>
    </message>
    <message>
        <source>The record is damaged: {reason}.</source>
        <translation>记录已损坏：{reason}。</translation>
    </message>
    <message>
        <source>The record is empty.</source>
        <translation>记录是空的。</translation>
    </message>
    <message>
        <source>The record is larger than 1 GB.</source>
        <translation>记录大于 1 GB。</translation>
    </message>
    <message>
        <source>The record is not in the index: it has no usable address, date or base.</source>
        <translation>记录不在索引中：缺少可用的地址、日期或所确认的版本。</translation>
    </message>
    <message>
        <source>The record is one of several segments; segments are not joined.</source>
        <translation>记录只是若干分段之一；分段不会合并。</translation>
    </message>
    <message>
        <source>The record lacks the check of its header that those before it have.</source>
        <translation>记录缺少前面各条记录都有的记录头校验值。</translation>
    </message>
    <message>
        <source>The remote archive “{name}” did not answer as one does: {detail}</source>
        <translation>远程存档“{name}”没有正常回答：{detail}</translation>
    </message>
    <message>
        <source>The saved page has very many parts; the first of them are listed.</source>
        <translation>保存的网页部件很多；只列出最前面的。</translation>
    </message>
    <message>
        <source>The saved page nests too deeply; it cannot be read.</source>
        <translation>保存的网页嵌套过深，无法读取。</translation>
    </message>
    <message>
        <source>The segment {segment} is at the step “{next}”, not at “{step}”.</source>
        <translation>分段 {segment} 正处于步骤“{next}”，而不是“{step}”。</translation>
    </message>
    <message>
        <source>The separators inside it weigh less than those around it.</source>
        <translation>它内部的分隔条比周围的分隔条权重小。</translation>
    </message>
    <message>
        <source>The service cannot listen on {host}, port {port}: {detail}.</source>
        <translation>服务无法在 {host} 的端口 {port} 上监听：{detail}。</translation>
    </message>
    <message>
        <source>The table of contents of the archive is damaged; only the names of its files are shown.</source>
        <translation>压缩包的目录已损坏；只显示文件名。</translation>
    </message>
    <message>
        <source>The tags and notes cannot be read: {detail}</source>
        <translation>无法读取标签和笔记：{detail}</translation>
    </message>
    <message>
        <source>The tags are cut off or damaged; what could be read of them is shown.</source>
        <translation>标签被截断或损坏；显示的是能读出的部分。</translation>
    </message>
    <message>
        <source>The tags do not say that their text is {charset}; they were read so because {reason}.</source>
        <translation>标签没有说明文字用的是 {charset}；之所以这样读取，是因为{reason}。</translation>
    </message>
    <message>
        <source>The text is longer than 50 million characters; the rest is left out.</source>
        <translation>文本超过 5000 万个字符，其余部分已略去。</translation>
    </message>
    <message>
        <source>The text is protected by digital rights management (DRM); it cannot be shown.</source>
        <translation>文字受数字版权管理（DRM）保护，无法显示。</translation>
    </message>
    <message>
        <source>The text of page {page} was recognised by OCR ({languages}) and may hold errors.</source>
        <translation>第 {page} 页的文字由 OCR 识别（{languages}），可能有错误。</translation>
    </message>
    <message>
        <source>The url “{url}” is not an absolute address.</source>
        <translation>url “{url}”不是绝对地址。</translation>
    </message>
    <message>
        <source>The url “{url}” is relative, and no origin says to what.</source>
        <translation>url“{url}”是相对地址，且没有 origin 说明其基准。</translation>
    </message>
    <message>
        <source>The value of “{name}” has white space around it.</source>
        <translation>“{name}”的值前后有空白。</translation>
    </message>
    <message>
        <source>The value of “{name}” holds a control byte.</source>
        <translation>“{name}”的值含有控制字节。</translation>
    </message>
    <message>
        <source>The version cannot be rebuilt: {reason}.</source>
        <translation>该版本无法重建：{reason}。</translation>
    </message>
    <message>
        <source>The version that the visit confirms is not in the archive.</source>
        <translation>重访所确认的版本不在存档库中。</translation>
    </message>
    <message>
        <source>The version that this visit confirms is neither in these files nor in the archive.</source>
        <translation>此次重访所确认的版本既不在这些文件中，也不在存档库中。</translation>
    </message>
    <message>
        <source>The visit names a version in another batch.</source>
        <translation>重访所确认的版本在另一个批次中。</translation>
    </message>
    <message>
        <source>The workbook is in Excel&apos;s binary form (XLSB), which is not read.</source>
        <translation>工作簿是 Excel 二进制格式（XLSB），无法读取。</translation>
    </message>
    <message>
        <source>The {coding} stream is cut or over the limit; what could be read is shown.</source>
        <translation>{coding} 数据流不完整或超出限制，仅显示可读取的部分。</translation>
    </message>
    <message>
        <source>The {kind} compression is damaged at byte {offset} of the file</source>
        <translation>文件的 {kind} 压缩在第 {offset} 字节处损坏</translation>
    </message>
    <message>
        <source>The {name} “{value}” is not a plain decimal number.</source>
        <translation>{name} 的值“{value}”不是普通的十进制数。</translation>
    </message>
    <message>
        <source>There are many files inside; the text of the first {count} is shown.</source>
        <translation>其中有许多文件；只显示前 {count} 个的文字。</translation>
    </message>
    <message>
        <source>There are more than {count} files inside; the first of them are listed.</source>
        <translation>其中的文件超过 {count} 个；只列出最前面的。</translation>
    </message>
    <message>
        <source>There are too many elements in the page; what follows is left out.</source>
        <translation>网页中的元素过多；其后的内容已略去。</translation>
    </message>
    <message>
        <source>There is a field named “{name}” already.</source>
        <translation>已经有名为“{name}”的字段。</translation>
    </message>
    <message>
        <source>There is a saved crawl named “{name}” already.</source>
        <translation>已有名为“{name}”的已保存的抓取。</translation>
    </message>
    <message>
        <source>There is a saved search named “{name}” already.</source>
        <translation>已有名为“{name}”的已保存搜索。</translation>
    </message>
    <message>
        <source>There is no archive at {archive}. Create one, or choose the folder that holds “archive.json”.</source>
        <translation>{archive} 处没有存档库。请新建存档库，或选择包含“archive.json”的文件夹。</translation>
    </message>
    <message>
        <source>There is no category “{name}”.</source>
        <translation>没有“{name}”这个分类。</translation>
    </message>
    <message>
        <source>There is no page in this file.</source>
        <translation>文件中没有网页。</translation>
    </message>
    <message>
        <source>There is no register at {address}: begin one with “tianwang cluster start”.</source>
        <translation>{address} 没有登记处：请用 “tianwang cluster start” 启动。</translation>
    </message>
    <message>
        <source>There is no segment to {step}; “generate” makes the next one.</source>
        <translation>没有可以执行“{step}”的分段；“generate”会生成下一段。</translation>
    </message>
    <message>
        <source>There is no space between “{name}:” and its value.</source>
        <translation>“{name}:”与其值之间没有空格。</translation>
    </message>
    <message>
        <source>There is no such sample: {detail}.</source>
        <translation>没有这样的样本：{detail}。</translation>
    </message>
    <message>
        <source>There is no token for a cluster on this machine. Copy the one of the machine on which the cluster was started: {path}</source>
        <translation>本机没有集群的令牌。请从启动集群的机器复制：{path}</translation>
    </message>
    <message>
        <source>There is nothing on screen that could be printed.</source>
        <translation>当前没有可打印的内容。</translation>
    </message>
    <message>
        <source>There is too little to learn from: {count} documents with {labels} labels. At least two labels with some documents each are needed.</source>
        <translation>可供学习的内容太少：{count} 个文档、{labels} 个标签。至少需要两个标签，且每个标签都要有若干文档。</translation>
    </message>
    <message>
        <source>These bytes are no record</source>
        <translation>这些字节不是记录</translation>
    </message>
    <message>
        <source>This archive has no field named “{name}”.</source>
        <translation>这个存档库没有名为“{name}”的字段。</translation>
    </message>
    <message>
        <source>This archive has no saved crawl named “{name}”.</source>
        <translation>此存档库中没有名为“{name}”的已保存的抓取。</translation>
    </message>
    <message>
        <source>This archive has no saved search named “{name}”.</source>
        <translation>这个存档库里没有名为“{name}”的已保存搜索。</translation>
    </message>
    <message>
        <source>This cannot be used for categories: {detail}</source>
        <translation>这不能用于分类：{detail}</translation>
    </message>
    <message>
        <source>This crawl cannot be started: {detail}.</source>
        <translation>无法开始此抓取：{detail}。</translation>
    </message>
    <message>
        <source>This document holds macros or scripts, and is not opened in another program. Read its text here, or save it.</source>
        <translation>此文档含有宏或脚本，不会用其他程序打开。请在这里阅读文本，或另存。</translation>
    </message>
    <message>
        <source>This document would load something from the network when it is opened, so it is not opened in another program. Read its text here, or save it.</source>
        <translation>此文档打开时会从网络加载内容，因此不会用其他程序打开。请在这里阅读文本，或另存。</translation>
    </message>
    <message>
        <source>This is a program or a script, and is not opened outside the archive. It can be saved.</source>
        <translation>这是程序或脚本，不会在存档库之外打开，但可以另存。</translation>
    </message>
    <message>
        <source>This is an old or encrypted Office file; its content cannot be read yet.</source>
        <translation>这是旧版或加密的 Office 文件，目前无法读取其内容。</translation>
    </message>
    <message>
        <source>This is no file with archived pages.</source>
        <translation>此文件中没有存档的网页。</translation>
    </message>
    <message>
        <source>This may be a whole record, but nothing proves it. “tianwang recover” keeps such records.</source>
        <translation>这可能是一条完整的记录，但无法证明。“恢复损坏的文件”（tianwang recover）会保留此类记录。</translation>
    </message>
    <message>
        <source>This page cannot be archived as it is: it is the answer to a form, or was loaded too long ago. Reload it and try again.</source>
        <translation>此页无法按现状采集：它是表单提交后的结果，或载入时间过久。请重新载入后再试。</translation>
    </message>
    <message>
        <source>This system has no program for {name}. Save the document, and choose a program yourself.</source>
        <translation>本机没有能打开 {name} 的程序。请另存文档，再自行选择程序。</translation>
    </message>
    <message>
        <source>This version has no content that another program could open.</source>
        <translation>此版本没有可供其他程序打开的内容。</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation>打开的文件过多</translation>
    </message>
    <message>
        <source>URL</source>
        <translation>网址</translation>
    </message>
    <message>
        <source>WARC record</source>
        <translation>WARC 记录</translation>
    </message>
    <message>
        <source>Where Tesseract (tesseract-ocr) is installed, its text is recognised.</source>
        <translation>安装 Tesseract（tesseract-ocr）后可识别其中的文字。</translation>
    </message>
    <message>
        <source>Which program opens {type} is not known. Save it, and choose a program yourself.</source>
        <translation>不知道用什么程序打开 {type}。请另存，再自行选择程序。</translation>
    </message>
    <message>
        <source>a caption</source>
        <translation>图表说明</translation>
    </message>
    <message>
        <source>a category cannot stand below itself</source>
        <translation>分类不能放到自己之下</translation>
    </message>
    <message>
        <source>a category needs a name</source>
        <translation>分类需要名称</translation>
    </message>
    <message>
        <source>a company</source>
        <translation>公司名称</translation>
    </message>
    <message>
        <source>a compressed body without end</source>
        <translation>压缩内容没有尽头</translation>
    </message>
    <message>
        <source>a crawl by topic needs guide words</source>
        <translation>按主题抓取需要引导词</translation>
    </message>
    <message>
        <source>a date or version</source>
        <translation>日期或版本</translation>
    </message>
    <message>
        <source>a field at the beginning names it</source>
        <translation>开头的字段写明了它</translation>
    </message>
    <message>
        <source>a guide word is empty</source>
        <translation>有一个引导词为空</translation>
    </message>
    <message>
        <source>a header line has no colon</source>
        <translation>记录头中有一行缺少冒号</translation>
    </message>
    <message>
        <source>a header line is not as this program writes it</source>
        <translation>记录头中有一行不符合本程序的写法</translation>
    </message>
    <message>
        <source>a heading</source>
        <translation>标题行</translation>
    </message>
    <message>
        <source>a heading every document has</source>
        <translation>许多文档都有的标题</translation>
    </message>
    <message>
        <source>a kind of document</source>
        <translation>只是文档的种类</translation>
    </message>
    <message>
        <source>a label</source>
        <translation>只是标签</translation>
    </message>
    <message>
        <source>a label says that it is the title</source>
        <translation>有标签说明它是标题</translation>
    </message>
    <message>
        <source>a likeness is a number from 0 to 100</source>
        <translation>相似度是 0 到 100 之间的数</translation>
    </message>
    <message>
        <source>a line of the list of records is no id</source>
        <translation>记录列表中有一行不是编号</translation>
    </message>
    <message>
        <source>a line of the recipe is no step</source>
        <translation>重建步骤中有一行不是步骤</translation>
    </message>
    <message>
        <source>a masthead</source>
        <translation>刊头</translation>
    </message>
    <message>
        <source>a name</source>
        <translation>人名</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>只是编号</translation>
    </message>
    <message>
        <source>a person&apos;s choice</source>
        <translation>人工选择</translation>
    </message>
    <message>
        <source>a record starts with version</source>
        <translation>记录应以 version 开头</translation>
    </message>
    <message>
        <source>a record with DATA</source>
        <translation>带有数据的记录</translation>
    </message>
    <message>
        <source>a rule for canonical addresses is unknown</source>
        <translation>有一条地址规范化规则未知</translation>
    </message>
    <message>
        <source>a sentence</source>
        <translation>一句话</translation>
    </message>
    <message>
        <source>a short line that stands alone at the beginning</source>
        <translation>开头单独成段的短行</translation>
    </message>
    <message>
        <source>a step copies from before the beginning</source>
        <translation>有一步从开头之前复制</translation>
    </message>
    <message>
        <source>a step copies from behind the end</source>
        <translation>有一步从结尾之后复制</translation>
    </message>
    <message>
        <source>a step names a record that is not listed</source>
        <translation>有一步指向未列出的记录</translation>
    </message>
    <message>
        <source>a tag has more than {count} attributes; the others were left out</source>
        <translation>某标签的属性超过 {count} 个，其余已略去</translation>
    </message>
    <message>
        <source>a tree has at least one category</source>
        <translation>至少要有一个分类</translation>
    </message>
    <message>
        <source>a tree has at most {count} levels</source>
        <translation>最多 {count} 层</translation>
    </message>
    <message>
        <source>a visit without</source>
        <translation>不带数据的重访</translation>
    </message>
    <message>
        <source>a word for forms is empty</source>
        <translation>表单的查询词中有一个是空的</translation>
    </message>
    <message>
        <source>a “{sign}” stands alone; write “{double}” for one.</source>
        <translation>有一个单独的“{sign}”；要写这个符号请写“{double}”。</translation>
    </message>
    <message>
        <source>address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>all ids of {batch} are used up</source>
        <translation>{batch} 的编号已全部用完</translation>
    </message>
    <message>
        <source>all that stands on a slide</source>
        <translation>幻灯片上仅有的文字</translation>
    </message>
    <message>
        <source>an address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>an agreement</source>
        <translation>像协议的名称</translation>
    </message>
    <message>
        <source>an archive has at most {count} marks of what belongs to the template of a site</source>
        <translation>一个存档库最多有 {count} 个关于网站模板的标记</translation>
    </message>
    <message>
        <source>an archive has at most {count} pages whose kind a person chose</source>
        <translation>一个存档库最多可以有 {count} 个由人指定种类的页面</translation>
    </message>
    <message>
        <source>an archive has at most {count} selectors of {size} bytes</source>
        <translation>一个存档最多有 {count} 个选择器，共 {size} 字节</translation>
    </message>
    <message>
        <source>an attachment</source>
        <translation>附件的标号</translation>
    </message>
    <message>
        <source>an attribute stands there twice</source>
        <translation>有一个属性出现了两次</translation>
    </message>
    <message>
        <source>an incremental record</source>
        <translation>增量记录</translation>
    </message>
    <message>
        <source>an institution</source>
        <translation>机构名称</translation>
    </message>
    <message>
        <source>an open bracket</source>
        <translation>括号未闭合</translation>
    </message>
    <message>
        <source>an underlined line at the beginning</source>
        <translation>开头带下划线的一行</translation>
    </message>
    <message>
        <source>another program has had it locked for too long</source>
        <translation>另一个程序占用它的时间过长</translation>
    </message>
    <message>
        <source>another program has it open; close that program and try again</source>
        <translation>另一个程序正在使用它，请关闭该程序后重试</translation>
    </message>
    <message>
        <source>another program has written its records anew meanwhile; begin again</source>
        <translation>另一个程序已在此期间重写了其记录；请重新开始</translation>
    </message>
    <message>
        <source>another program is writing its records anew; try again in a moment</source>
        <translation>另一个程序正在重写其记录；请稍后再试</translation>
    </message>
    <message>
        <source>any</source>
        <translation>任何网站</translation>
    </message>
    <message>
        <source>archive.json cannot be read ({detail})</source>
        <translation>无法读取 archive.json（{detail}）</translation>
    </message>
    <message>
        <source>archive.json does not describe an archive</source>
        <translation>archive.json 描述的不是存档库</translation>
    </message>
    <message>
        <source>artist and title together</source>
        <translation>艺术家与标题合在一起</translation>
    </message>
    <message>
        <source>at least one worker is needed</source>
        <translation>并发请求数至少为 1</translation>
    </message>
    <message>
        <source>attempt to write a readonly database</source>
        <translation>数据库为只读，无法写入</translation>
    </message>
    <message>
        <source>begins in the middle</source>
        <translation>从中间开始</translation>
    </message>
    <message>
        <source>beside the number of a form</source>
        <translation>在表格编号旁边</translation>
    </message>
    <message>
        <source>bold</source>
        <translation>粗体</translation>
    </message>
    <message>
        <source>centred</source>
        <translation>居中</translation>
    </message>
    <message>
        <source>certificate: {detail}</source>
        <translation>证书：{detail}</translation>
    </message>
    <message>
        <source>cover caption</source>
        <translation>封面说明</translation>
    </message>
    <message>
        <source>crawl</source>
        <translation>抓取</translation>
    </message>
    <message>
        <source>database disk image is malformed</source>
        <translation>数据库文件已损坏</translation>
    </message>
    <message>
        <source>database is locked</source>
        <translation>数据库已锁定</translation>
    </message>
    <message>
        <source>database or disk is full</source>
        <translation>数据库或磁盘已满</translation>
    </message>
    <message>
        <source>date</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>date is missing or cannot be read</source>
        <translation>缺少日期或日期无法读取</translation>
    </message>
    <message>
        <source>delays, bandwidth and hops must not be negative</source>
        <translation>间隔、带宽和跳数不能为负</translation>
    </message>
    <message>
        <source>detector</source>
        <translation>自动检测</translation>
    </message>
    <message>
        <source>digest of the body</source>
        <translation>正文摘要</translation>
    </message>
    <message>
        <source>disallowed by robots.txt</source>
        <translation>robots.txt 不允许</translation>
    </message>
    <message>
        <source>disk I/O error</source>
        <translation>磁盘读写错误</translation>
    </message>
    <message>
        <source>domain</source>
        <translation>整个域名</translation>
    </message>
    <message>
        <source>end</source>
        <translation>结束位置</translation>
    </message>
    <message>
        <source>every weight must be a number</source>
        <translation>每个权重都必须是数字</translation>
    </message>
    <message>
        <source>expired</source>
        <translation>已过期</translation>
    </message>
    <message>
        <source>file is not a database</source>
        <translation>文件不是数据库</translation>
    </message>
    <message>
        <source>file name</source>
        <translation>文件名</translation>
    </message>
    <message>
        <source>first entry of the outline</source>
        <translation>大纲的第一项</translation>
    </message>
    <message>
        <source>first line</source>
        <translation>首行</translation>
    </message>
    <message>
        <source>formatting elements that are never closed were left out</source>
        <translation>从未闭合的格式元素已略去</translation>
    </message>
    <message>
        <source>forms that are sent by POST have to be chosen, each by a pattern of its address</source>
        <translation>用 POST 提交的表单必须逐一用地址模式指定</translation>
    </message>
    <message>
        <source>found out with other addresses of the host</source>
        <translation>由该主机的其他地址得知</translation>
    </message>
    <message>
        <source>garbled</source>
        <translation>乱码</translation>
    </message>
    <message>
        <source>given up: too slow</source>
        <translation>速度过慢，已放弃</translation>
    </message>
    <message>
        <source>gzip member</source>
        <translation>gzip 数据段</translation>
    </message>
    <message>
        <source>h1</source>
        <translation>一级标题</translation>
    </message>
    <message>
        <source>h2</source>
        <translation>二级标题</translation>
    </message>
    <message>
        <source>h3</source>
        <translation>三级标题</translation>
    </message>
    <message>
        <source>h4</source>
        <translation>四级标题</translation>
    </message>
    <message>
        <source>h5</source>
        <translation>五级标题</translation>
    </message>
    <message>
        <source>h6</source>
        <translation>六级标题</translation>
    </message>
    <message>
        <source>has the largest letters</source>
        <translation>字号最大</translation>
    </message>
    <message>
        <source>heading</source>
        <translation>标题段落</translation>
    </message>
    <message>
        <source>host</source>
        <translation>整个网站</translation>
    </message>
    <message>
        <source>in capitals</source>
        <translation>全部大写</translation>
    </message>
    <message>
        <source>in the style for titles</source>
        <translation>使用标题样式</translation>
    </message>
    <message>
        <source>index.sqlite cannot be read ({detail})</source>
        <translation>无法读取 index.sqlite（{detail}）</translation>
    </message>
    <message>
        <source>index.sqlite is missing</source>
        <translation>缺少 index.sqlite</translation>
    </message>
    <message>
        <source>info group</source>
        <translation>信息组</translation>
    </message>
    <message>
        <source>ip</source>
        <translation>IP 地址</translation>
    </message>
    <message>
        <source>is an institution or the heading of a part</source>
        <translation>是机构名称或某一部分的标题</translation>
    </message>
    <message>
        <source>is as wide as several columns</source>
        <translation>横跨多列</translation>
    </message>
    <message>
        <source>is in the place of the subtitle</source>
        <translation>在副标题的位置</translation>
    </message>
    <message>
        <source>is in the place of the title</source>
        <translation>在标题的位置</translation>
    </message>
    <message>
        <source>it answered with HTTP {status} instead of {wanted}</source>
        <translation>它回答 HTTP {status}，而不是 {wanted}</translation>
    </message>
    <message>
        <source>it cannot be rebuilt ({reason})</source>
        <translation>无法重建（{reason}）</translation>
    </message>
    <message>
        <source>it did not answer within {seconds} seconds</source>
        <translation>在 {seconds} 秒内没有应答</translation>
    </message>
    <message>
        <source>it does not end in a file name.</source>
        <translation>它不以文件名结尾。</translation>
    </message>
    <message>
        <source>it exists already, and an export overwrites nothing; choose another name</source>
        <translation>已存在；导出不会覆盖任何文件，请换一个名称</translation>
    </message>
    <message>
        <source>it gave the page of {date} instead</source>
        <translation>它给出的是 {date} 的网页</translation>
    </message>
    <message>
        <source>it has no search index yet</source>
        <translation>它还没有搜索索引</translation>
    </message>
    <message>
        <source>it has so many elements that it was divided by its texts alone, without their structure</source>
        <translation>元素太多，只按文字分块，未按结构划分</translation>
    </message>
    <message>
        <source>it has triggers or views, which no database of this program has</source>
        <translation>其中含有触发器或视图，而本程序的数据库从不使用它们</translation>
    </message>
    <message>
        <source>it is a link, and nothing is cut off outside the archive</source>
        <translation>它是一个链接，存档库之外的文件不会被截断</translation>
    </message>
    <message>
        <source>it is a link, and nothing is written outside the archive</source>
        <translation>它是一个链接，不会向存档库之外写入任何内容</translation>
    </message>
    <message>
        <source>it is empty, or has more than {count} characters</source>
        <translation>它是空的，或超过 {count} 个字符</translation>
    </message>
    <message>
        <source>it is left from an export that was broken off, or another one is writing it; delete it first</source>
        <translation>它由中断的导出留下，或另一个导出正在写入；请先将其删除</translation>
    </message>
    <message>
        <source>it is no file</source>
        <translation>它不是文件</translation>
    </message>
    <message>
        <source>it is no list of saved searches, and nothing is written over it; move it away to begin anew</source>
        <translation>它不是已保存搜索的列表，不会被覆盖；移走它即可重新开始</translation>
    </message>
    <message>
        <source>it is no model that can be used ({detail})</source>
        <translation>这不是可用的模型（{detail}）</translation>
    </message>
    <message>
        <source>it names {id}, which does not stand before it in its batch</source>
        <translation>它指向 {id}，而该记录并不在同一批次文件中位于它之前</translation>
    </message>
    <message>
        <source>it redirects to {address}, which is not a public address</source>
        <translation>它重定向到 {address}，那不是公共地址</translation>
    </message>
    <message>
        <source>it redirects too often</source>
        <translation>重定向次数过多</translation>
    </message>
    <message>
        <source>it was made by another version of this program</source>
        <translation>它由本程序的另一个版本创建</translation>
    </message>
    <message>
        <source>it was written by a later version of this program ({version})</source>
        <translation>它由本程序的更新版本（{version}）写入</translation>
    </message>
    <message>
        <source>it was written by a newer version of this program</source>
        <translation>它由本程序的更新版本写入</translation>
    </message>
    <message>
        <source>it would consist of more than {count} archives</source>
        <translation>它将由超过 {count} 个归档组成</translation>
    </message>
    <message>
        <source>it would have more than {count} bytes</source>
        <translation>它将超过 {count} 字节</translation>
    </message>
    <message>
        <source>its answer is longer than {most} MiB</source>
        <translation>回答超过 {most} MiB</translation>
    </message>
    <message>
        <source>its answer takes too long</source>
        <translation>回答耗时过长</translation>
    </message>
    <message>
        <source>its content cannot be understood; it was not changed</source>
        <translation>无法理解其内容；文件未作改动</translation>
    </message>
    <message>
        <source>its graph is damaged, and has to be made anew</source>
        <translation>其链接图已损坏，需要重新生成</translation>
    </message>
    <message>
        <source>its graph is of another version of this program, and has to be made anew</source>
        <translation>其链接图来自本程序的另一版本，需要重新生成</translation>
    </message>
    <message>
        <source>its graph was not made here, and is not used before it has been made anew</source>
        <translation>其链接图不是在本机生成的，重新生成之前不会使用</translation>
    </message>
    <message>
        <source>its ids are dealt by a cluster, and it has none left for {batch}. Crawl into it with its cluster; or remove {file} from its folder: then it counts by itself, and can be joined by copy alone</source>
        <translation>它的编号由集群分配，{batch} 已没有可用的编号。请通过所属集群向它采集；或从它的文件夹中删除 {file}：之后它自行编号，只能以复制方式合并</translation>
    </message>
    <message>
        <source>its index was written by a newer version of this program</source>
        <translation>其索引由本程序的更新版本写入</translation>
    </message>
    <message>
        <source>its links have not been gathered yet</source>
        <translation>尚未收集其链接</translation>
    </message>
    <message>
        <source>its search index is damaged, and has to be made anew</source>
        <translation>它的搜索索引已损坏，需要重新建立</translation>
    </message>
    <message>
        <source>its search index is of another version of this program, and has to be made anew</source>
        <translation>它的搜索索引属于本程序的另一个版本，需要重新建立</translation>
    </message>
    <message>
        <source>its search index was not made here, and is not used before it has been made anew</source>
        <translation>它的搜索索引不是在本机建立的，重新建立之前不会使用</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>largest text</source>
        <translation>最大字号的文字</translation>
    </message>
    <message>
        <source>length is missing or not a number</source>
        <translation>length 缺失或不是数字</translation>
    </message>
    <message>
        <source>length is not the last attribute</source>
        <translation>length 不是最后一个属性</translation>
    </message>
    <message>
        <source>length of the body</source>
        <translation>正文长度</translation>
    </message>
    <message>
        <source>limits must not be negative</source>
        <translation>各项上限不能为负数</translation>
    </message>
    <message>
        <source>line {line}: a word has more than {count} characters, and is left out</source>
        <translation>第 {line} 行：有一个词超过 {count} 个字符，不予采用</translation>
    </message>
    <message>
        <source>line {line}: more than {count} words; from here on nothing counts</source>
        <translation>第 {line} 行：词数超过 {count}，此后的都不算</translation>
    </message>
    <message>
        <source>line {line}: “{word}” is in the group of line {before}, too, and only counts there</source>
        <translation>第 {line} 行：“{word}”也在第 {before} 行的组中，只在那里起作用</translation>
    </message>
    <message>
        <source>line {line}: “{word}” stands alone; a group has at least two words, with = between them</source>
        <translation>第 {line} 行：“{word}”单独一个；一组至少要有两个词，中间用 = 隔开</translation>
    </message>
    <message>
        <source>location</source>
        <translation>跳转目标</translation>
    </message>
    <message>
        <source>metadata</source>
        <translation>元数据</translation>
    </message>
    <message>
        <source>more than {count} addresses of one pattern lead to each other</source>
        <translation>超过 {count} 个同一模式的地址相互链接</translation>
    </message>
    <message>
        <source>more than {count} bytes</source>
        <translation>超过 {count} 字节</translation>
    </message>
    <message>
        <source>more than {count} records build on one another</source>
        <translation>超过 {count} 条记录层层相依</translation>
    </message>
    <message>
        <source>mostly figures</source>
        <translation>多为数字</translation>
    </message>
    <message>
        <source>mostly signs</source>
        <translation>多为符号</translation>
    </message>
    <message>
        <source>names</source>
        <translation>人名</translation>
    </message>
    <message>
        <source>nearly all characters are usual ones in {charset}</source>
        <translation>几乎所有字都是 {charset} 中的常用字</translation>
    </message>
    <message>
        <source>nearly the same main text ({share} % alike) under {count} addresses of one pattern, the first of them {address}</source>
        <translation>同一模式的 {count} 个地址正文几乎相同（相似度 {share}%），其中第一个是 {address}</translation>
    </message>
    <message>
        <source>neither of the records is whole that it shares bytes with: {id}</source>
        <translation>与它共享字节的记录都不完整：{id}</translation>
    </message>
    <message>
        <source>nesting deeper than {count} elements was flattened</source>
        <translation>超过 {count} 层的嵌套已展平</translation>
    </message>
    <message>
        <source>new bytes are missing</source>
        <translation>缺少新的字节</translation>
    </message>
    <message>
        <source>no address</source>
        <translation>没有地址</translation>
    </message>
    <message>
        <source>no answer in time</source>
        <translation>响应超时</translation>
    </message>
    <message>
        <source>no page fits</source>
        <translation>没有符合条件的网页</translation>
    </message>
    <message>
        <source>no serial numbers are left, and the register of the cluster deals none at the moment</source>
        <translation>序列号已用完，而集群的登记处暂时不分配新的序列号</translation>
    </message>
    <message>
        <source>no such name</source>
        <translation>没有此名称</translation>
    </message>
    <message>
        <source>no type</source>
        <translation>没有类型</translation>
    </message>
    <message>
        <source>not all blocks that moved were looked for</source>
        <translation>未查找全部移动过的区块</translation>
    </message>
    <message>
        <source>not valid: {detail}</source>
        <translation>无效：{detail}</translation>
    </message>
    <message>
        <source>not yet valid</source>
        <translation>尚未生效</translation>
    </message>
    <message>
        <source>official title</source>
        <translation>公文标题</translation>
    </message>
    <message>
        <source>on a page that is not the first by its number</source>
        <translation>所在页的页码不是首页</translation>
    </message>
    <message>
        <source>one of many of this size</source>
        <translation>同样大小的有许多</translation>
    </message>
    <message>
        <source>only one of the versions was captured by a browser: what it made of the page is compared with a source</source>
        <translation>只有一个版本由浏览器采集：将浏览器生成的内容与另一版本的源代码比较</translation>
    </message>
    <message>
        <source>only {url} leads here, which is a copy of {first}</source>
        <translation>只有 {url} 指向这里，而它是 {first} 的副本</translation>
    </message>
    <message>
        <source>origin</source>
        <translation>来源地址</translation>
    </message>
    <message>
        <source>outdated protocol {version}</source>
        <translation>过时的协议 {version}</translation>
    </message>
    <message>
        <source>outline</source>
        <translation>目录大纲</translation>
    </message>
    <message>
        <source>prefix</source>
        <translation>仅此文件夹</translation>
    </message>
    <message>
        <source>pyarrow is not installed, which writes Parquet files: install this program with its group “cluster” (tianwang-explorer[cluster]).</source>
        <translation>没有安装写 Parquet 文件的 pyarrow：请连同“cluster”组一起安装本程序（tianwang-explorer[cluster]）。</translation>
    </message>
    <message>
        <source>reads like the title of an official document</source>
        <translation>读来像公文标题</translation>
    </message>
    <message>
        <source>requisite of a requisite</source>
        <translation>组成部分的组成部分</translation>
    </message>
    <message>
        <source>requisites are not wanted</source>
        <translation>不需要网页的组成部分</translation>
    </message>
    <message>
        <source>revoked</source>
        <translation>已吊销</translation>
    </message>
    <message>
        <source>robots.txt answered {status}</source>
        <translation>robots.txt 的响应状态为 {status}</translation>
    </message>
    <message>
        <source>robots.txt: {detail}</source>
        <translation>robots.txt：{detail}</translation>
    </message>
    <message>
        <source>self-signed</source>
        <translation>自签名</translation>
    </message>
    <message>
        <source>self-signed root</source>
        <translation>自签名的根证书</translation>
    </message>
    <message>
        <source>sentences</source>
        <translation>多句话</translation>
    </message>
    <message>
        <source>sheet</source>
        <translation>工作表</translation>
    </message>
    <message>
        <source>sitemaps are not wanted</source>
        <translation>不需要站点地图</translation>
    </message>
    <message>
        <source>slide 1</source>
        <translation>第 1 张幻灯片</translation>
    </message>
    <message>
        <source>so much changed around the blocks that not all of it was told apart</source>
        <translation>区块之外变化太多，未能逐一区分</translation>
    </message>
    <message>
        <source>so much changed that not all blocks that are much the same were looked for</source>
        <translation>变化太多，未查找全部相近的区块</translation>
    </message>
    <message>
        <source>so much changed that not everything was looked for that may have moved</source>
        <translation>变化太多，没有查找全部可能移动过的内容</translation>
    </message>
    <message>
        <source>some bytes are not {charset}</source>
        <translation>部分字节不属于 {charset}</translation>
    </message>
    <message>
        <source>stands</source>
        <translation>位于此处</translation>
    </message>
    <message>
        <source>stands above a table</source>
        <translation>在表格上方</translation>
    </message>
    <message>
        <source>stands above all else</source>
        <translation>位于最上方</translation>
    </message>
    <message>
        <source>stands alone above the text</source>
        <translation>单独位于正文上方</translation>
    </message>
    <message>
        <source>stands alone in its row</source>
        <translation>独占一行</translation>
    </message>
    <message>
        <source>stands at the top</source>
        <translation>在顶部</translation>
    </message>
    <message>
        <source>stands below a table of contents</source>
        <translation>在目录下方</translation>
    </message>
    <message>
        <source>stands below running text</source>
        <translation>在正文下方</translation>
    </message>
    <message>
        <source>stands in the same place on other pages</source>
        <translation>在其他页的同一位置也有</translation>
    </message>
    <message>
        <source>stands on other pages too</source>
        <translation>其他页上也有</translation>
    </message>
    <message>
        <source>stands on the page more than once</source>
        <translation>在页上出现多次</translation>
    </message>
    <message>
        <source>stands out on a cover</source>
        <translation>在封面上突出</translation>
    </message>
    <message>
        <source>status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>text</source>
        <translation>正文</translation>
    </message>
    <message>
        <source>the address of a proxy begins with http://, https:// or socks5://</source>
        <translation>代理地址以 http://、https:// 或 socks5:// 开头</translation>
    </message>
    <message>
        <source>the address of a proxy is a host name and a port</source>
        <translation>代理地址由主机名和端口组成</translation>
    </message>
    <message>
        <source>the archive has another content for {id}, {url}, or none</source>
        <translation>存档库中 {id}（{url}）的内容不同或不存在</translation>
    </message>
    <message>
        <source>the archive has no model of addresses; “classify train --kind url”, or learning categories in the window, makes one</source>
        <translation>存档库没有地址模型；用“classify train --kind url”或在窗口中学习分类即可得到</translation>
    </message>
    <message>
        <source>the archive has no rules and no model for categories; learn them first</source>
        <translation>存档库没有分类的规则或模型，请先学习分类</translation>
    </message>
    <message>
        <source>the book says so</source>
        <translation>书中这样写明</translation>
    </message>
    <message>
        <source>the browser cannot be started: {detail}</source>
        <translation>无法启动浏览器：{detail}</translation>
    </message>
    <message>
        <source>the browser did not start in time</source>
        <translation>浏览器未能及时启动</translation>
    </message>
    <message>
        <source>the browser ended</source>
        <translation>浏览器已退出</translation>
    </message>
    <message>
        <source>the browser ended before the page was there</source>
        <translation>页面载入前浏览器已退出</translation>
    </message>
    <message>
        <source>the browser ended: {detail}</source>
        <translation>浏览器已退出：{detail}</translation>
    </message>
    <message>
        <source>the browser needs at least one worker and some time</source>
        <translation>浏览器至少需要一个工作线程和一定的时间</translation>
    </message>
    <message>
        <source>the caption of the cover, the only name in the tags</source>
        <translation>封面说明，是标签中唯一的名称</translation>
    </message>
    <message>
        <source>the category above “{id}” is missing</source>
        <translation>缺少“{id}”的上级分类</translation>
    </message>
    <message>
        <source>the check of the header cannot be read</source>
        <translation>无法读取记录头的校验值</translation>
    </message>
    <message>
        <source>the contact address may hold only plain letters and signs</source>
        <translation>联系地址只能包含普通字母和符号</translation>
    </message>
    <message>
        <source>the content is not that of its index (digest {digest})</source>
        <translation>内容与其索引不符（摘要 {digest}）</translation>
    </message>
    <message>
        <source>the crawl has ended</source>
        <translation>抓取已结束</translation>
    </message>
    <message>
        <source>the digest of DATA cannot be read</source>
        <translation>无法读取数据的摘要</translation>
    </message>
    <message>
        <source>the file cannot be read ({detail})</source>
        <translation>文件无法读取（{detail}）</translation>
    </message>
    <message>
        <source>the file is compressed; unpack it first</source>
        <translation>文件经过压缩，请先解压</translation>
    </message>
    <message>
        <source>the file is too large</source>
        <translation>文件过大</translation>
    </message>
    <message>
        <source>the file would be larger than {size} MB</source>
        <translation>文件将超过 {size} MB</translation>
    </message>
    <message>
        <source>the first heading</source>
        <translation>第一个标题</translation>
    </message>
    <message>
        <source>the front matter names it</source>
        <translation>文首的元数据写明了它</translation>
    </message>
    <message>
        <source>the header does not have the check stored with it</source>
        <translation>记录头与随之保存的校验值不符</translation>
    </message>
    <message>
        <source>the header fits its header-check</source>
        <translation>记录头与校验值相符</translation>
    </message>
    <message>
        <source>the header holds zeros</source>
        <translation>记录头中含有零字节</translation>
    </message>
    <message>
        <source>the header is cut</source>
        <translation>记录头不完整</translation>
    </message>
    <message>
        <source>the header is too long</source>
        <translation>记录头过长</translation>
    </message>
    <message>
        <source>the heading of an RFC</source>
        <translation>RFC 的标题</translation>
    </message>
    <message>
        <source>the ids of {batch} that it was dealt (block {block}) are not behind those it has</source>
        <translation>分配给它的 {batch} 编号（第 {block} 段）不在已有编号之后</translation>
    </message>
    <message>
        <source>the largest of the page</source>
        <translation>本页最大的文字</translation>
    </message>
    <message>
        <source>the log-in of a proxy belongs to the stored log-ins, not into its address</source>
        <translation>代理的登录信息应存入已保存的登录，而不是写在地址里</translation>
    </message>
    <message>
        <source>the mark of a program</source>
        <translation>程序留下的标记</translation>
    </message>
    <message>
        <source>the name given to servers may hold only plain letters and signs</source>
        <translation>用户代理标识只能包含英文字母和符号</translation>
    </message>
    <message>
        <source>the name of a manual page</source>
        <translation>手册页的名称</translation>
    </message>
    <message>
        <source>the name of a periodical</source>
        <translation>期刊名称</translation>
    </message>
    <message>
        <source>the name of an attribute is not in lower case letters</source>
        <translation>属性名不是小写字母</translation>
    </message>
    <message>
        <source>the name of the file</source>
        <translation>这是文件名</translation>
    </message>
    <message>
        <source>the name of the file says the same</source>
        <translation>文件名与此一致</translation>
    </message>
    <message>
        <source>the number of a form</source>
        <translation>表格的编号</translation>
    </message>
    <message>
        <source>the number of a section</source>
        <translation>章节编号</translation>
    </message>
    <message>
        <source>the pages are so large that not all versions and pages of the site were looked at to tell what is noise</source>
        <translation>网页太大，判断噪声时没有查看全部版本和本站的其他网页</translation>
    </message>
    <message>
        <source>the pages around</source>
        <translation>同站及链入页面</translation>
    </message>
    <message>
        <source>the process that worked at it ended</source>
        <translation>处理它的进程已结束</translation>
    </message>
    <message>
        <source>the properties say so, and the text is about it</source>
        <translation>文档属性这样写，正文也围绕它</translation>
    </message>
    <message>
        <source>the properties say so; the pages hold no text</source>
        <translation>文档属性这样写；页面上没有文字</translation>
    </message>
    <message>
        <source>the properties say the same</source>
        <translation>文档属性与此一致</translation>
    </message>
    <message>
        <source>the recipe has no end</source>
        <translation>重建步骤没有结尾</translation>
    </message>
    <message>
        <source>the recipe has no list of records</source>
        <translation>重建步骤没有记录列表</translation>
    </message>
    <message>
        <source>the recipe has too many steps</source>
        <translation>重建步骤过多</translation>
    </message>
    <message>
        <source>the recipe makes too many bytes</source>
        <translation>重建步骤产生的字节过多</translation>
    </message>
    <message>
        <source>the recipe names too many records</source>
        <translation>重建步骤指向的记录过多</translation>
    </message>
    <message>
        <source>the record is cut: the file ends before its length</source>
        <translation>记录被截断：文件没有达到所标的长度</translation>
    </message>
    <message>
        <source>the record {id}, which it builds on, cannot be read: {reason}</source>
        <translation>它所依据的记录 {id} 无法读取：{reason}</translation>
    </message>
    <message>
        <source>the record {id}, which it builds on, has no DATA</source>
        <translation>它所依据的记录 {id} 没有 DATA</translation>
    </message>
    <message>
        <source>the record {id}, which it builds on, is not there</source>
        <translation>它所依据的记录 {id} 不存在</translation>
    </message>
    <message>
        <source>the records that it shares bytes with are too large</source>
        <translation>与它共享字节的记录过大</translation>
    </message>
    <message>
        <source>the rules for canonical addresses are fixed once a crawl has begun</source>
        <translation>抓取开始后，地址规范化规则不能再更改</translation>
    </message>
    <message>
        <source>the same content under more than {count} addresses</source>
        <translation>相同内容出现在超过 {count} 个地址下</translation>
    </message>
    <message>
        <source>the same words again and again</source>
        <translation>同样的词一再重复</translation>
    </message>
    <message>
        <source>the server or the page asks for it</source>
        <translation>服务器或网页如此要求</translation>
    </message>
    <message>
        <source>the shortest interval between visits must not exceed the longest</source>
        <translation>两次访问的最短间隔不能超过最长间隔</translation>
    </message>
    <message>
        <source>the subject of a letter</source>
        <translation>信函的主题</translation>
    </message>
    <message>
        <source>the subject of the mail</source>
        <translation>这是邮件的主题</translation>
    </message>
    <message>
        <source>the subtitle in the {tags} tags</source>
        <translation>{tags} 标签中的副标题</translation>
    </message>
    <message>
        <source>the text is the same</source>
        <translation>文字相同</translation>
    </message>
    <message>
        <source>the title in the {tags} tags</source>
        <translation>{tags} 标签中的标题</translation>
    </message>
    <message>
        <source>the version is not a number</source>
        <translation>版本号不是数字</translation>
    </message>
    <message>
        <source>the {kind} data is cut off</source>
        <translation>{kind} 数据被截断</translation>
    </message>
    <message>
        <source>the {kind} data is damaged behind byte {offset} of its content ({detail})</source>
        <translation>{kind} 数据在内容的第 {offset} 字节之后损坏（{detail}）</translation>
    </message>
    <message>
        <source>the {part} is cut: the file ends before it</source>
        <translation>{part}被截断：文件提前结束</translation>
    </message>
    <message>
        <source>the {part} is damaged ({detail})</source>
        <translation>{part}已损坏（{detail}）</translation>
    </message>
    <message>
        <source>their bytes are valid UTF-8</source>
        <translation>其字节是有效的 UTF-8</translation>
    </message>
    <message>
        <source>there are at most {count} categories</source>
        <translation>分类最多 {count} 个</translation>
    </message>
    <message>
        <source>there are at most {count} rules</source>
        <translation>规则最多 {count} 条</translation>
    </message>
    <message>
        <source>there are more new bytes than the steps use</source>
        <translation>新的字节比步骤用到的多</translation>
    </message>
    <message>
        <source>there is a file of that name; choose another</source>
        <translation>已有同名文件，请换一个名称</translation>
    </message>
    <message>
        <source>there is no address to start from</source>
        <translation>没有起始地址</translation>
    </message>
    <message>
        <source>there is no cookie in it</source>
        <translation>其中没有 Cookie</translation>
    </message>
    <message>
        <source>there is no field “{name}”. There are: {known}.</source>
        <translation>没有字段“{name}”。可用的有：{known}。</translation>
    </message>
    <message>
        <source>there is no {part} here</source>
        <translation>这里没有 {part}</translation>
    </message>
    <message>
        <source>this is no file of categories that could be understood</source>
        <translation>这不是能读懂的分类文件</translation>
    </message>
    <message>
        <source>time-out and size limit must be greater than zero</source>
        <translation>超时时间和大小上限必须大于零</translation>
    </message>
    <message>
        <source>title</source>
        <translation>网页标题</translation>
    </message>
    <message>
        <source>title style</source>
        <translation>标题样式</translation>
    </message>
    <message>
        <source>two of the archives that it consists of have captures with the id {id}. “tianwang join … --by copy” makes an archive of them in which ids are unique</source>
        <translation>组成它的归档中有两个都有编号为 {id} 的采集。“tianwang join … --by copy”可把它们合成一个编号唯一的归档</translation>
    </message>
    <message>
        <source>type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>unable to open database file</source>
        <translation>无法打开数据库文件</translation>
    </message>
    <message>
        <source>unknown issuer</source>
        <translation>签发者未知</translation>
    </message>
    <message>
        <source>unzip-length is not a length that can be read</source>
        <translation>unzip-length 不是可识别的长度</translation>
    </message>
    <message>
        <source>url is missing</source>
        <translation>缺少 url</translation>
    </message>
    <message>
        <source>version a: {warning}</source>
        <translation>较旧版本：{warning}</translation>
    </message>
    <message>
        <source>version b: {warning}</source>
        <translation>较新版本：{warning}</translation>
    </message>
    <message>
        <source>very long</source>
        <translation>很长</translation>
    </message>
    <message>
        <source>very short</source>
        <translation>很短</translation>
    </message>
    <message>
        <source>weak key</source>
        <translation>密钥强度不足</translation>
    </message>
    <message>
        <source>weak signature</source>
        <translation>签名强度不足</translation>
    </message>
    <message>
        <source>what follows the first {count} blocks is compared as one</source>
        <translation>前 {count} 个区块之后的内容作为一个整体比较</translation>
    </message>
    <message>
        <source>what is rebuilt does not have the digest stored with it</source>
        <translation>重建的内容与随之保存的摘要不符</translation>
    </message>
    <message>
        <source>wrong name</source>
        <translation>名称不符</translation>
    </message>
    <message>
        <source>zstd frame</source>
        <translation>zstd 数据帧</translation>
    </message>
    <message>
        <source>{address} is no address of a private network. A cluster is no service for the world.</source>
        <translation>{address} 不是专用网络的地址。集群不是对外的服务。</translation>
    </message>
    <message>
        <source>{archive} already exists and is not empty. Choose another folder, or open it if it is an archive.</source>
        <translation>{archive} 已存在且不为空。请选择其他文件夹；如果它是存档库，请直接打开。</translation>
    </message>
    <message>
        <source>{category}, by hand</source>
        <translation>{category}，人工指定</translation>
    </message>
    <message>
        <source>{category}, {percent} %: {words}</source>
        <translation>{category}，{percent} %：{words}</translation>
    </message>
    <message>
        <source>{count} addresses of one pattern in a row</source>
        <translation>连续 {count} 个同一模式的地址</translation>
    </message>
    <message>
        <source>{count} bytes</source>
        <translation>{count} 字节</translation>
    </message>
    <message>
        <source>{count} captures of {batch} in {shard} have ids that captures of another of these archives have, too. “tianwang join … --by copy” gives them new ones</source>
        <translation>{shard} 中 {batch} 的 {count} 次采集与另一个归档中的采集编号相同。“tianwang join … --by copy”会给它们新的编号</translation>
    </message>
    <message>
        <source>{count} characters</source>
        <translation>{count} 个字符</translation>
    </message>
    <message>
        <source>{count} folders deep</source>
        <translation>文件夹深达 {count} 层</translation>
    </message>
    <message>
        <source>{count} later versions build on this record and cannot be rebuilt without it.</source>
        <translation>有 {count} 个后来的版本以此记录为基础，没有它就无法重建。</translation>
    </message>
    <message>
        <source>{count} lines of tags and notes are damaged.</source>
        <translation>标签和笔记中有 {count} 行已损坏。</translation>
    </message>
    <message>
        <source>{count} of the files inside are protected by a password.</source>
        <translation>其中有 {count} 个文件有密码保护。</translation>
    </message>
    <message>
        <source>{count} of {all} pages are pictures without text.</source>
        <translation>{all} 页中有 {count} 页是没有文字的图片。</translation>
    </message>
    <message>
        <source>{count} pages cannot be grouped: that takes at least {least} that say something, and at most {most}.</source>
        <translation>{count} 个网页无法分组：至少需要 {least} 个有文字的网页，至多 {most} 个。</translation>
    </message>
    <message>
        <source>{count} parameters</source>
        <translation>{count} 个参数</translation>
    </message>
    <message>
        <source>{count} tags, stars or notes are of pages or versions that this archive does not have.</source>
        <translation>有 {count} 处标签、星标或笔记所属的页面或版本不在此存档库中。</translation>
    </message>
    <message>
        <source>{damaged} of {count} pages are damaged and could not be read.</source>
        <translation>共 {count} 页，其中 {damaged} 页已损坏，无法读取。</translation>
    </message>
    <message>
        <source>{file} cannot be read ({detail})</source>
        <translation>无法读取 {file}（{detail}）</translation>
    </message>
    <message>
        <source>{file} cannot be read: {detail}.</source>
        <translation>无法读取 {file}：{detail}。</translation>
    </message>
    <message>
        <source>{file} is not the file that was indexed</source>
        <translation>{file} 不是建立索引时的文件</translation>
    </message>
    <message>
        <source>{first} {then}</source>
        <translation>{first}{then}</translation>
    </message>
    <message>
        <source>{id}, which it builds on, is damaged: {reason}</source>
        <translation>它所依据的 {id} 已损坏：{reason}</translation>
    </message>
    <message>
        <source>{marks}</source>
        <translation>{marks}</translation>
    </message>
    <message>
        <source>{name} does not unpack ({detail}).</source>
        <translation>{name} 无法解压（{detail}）。</translation>
    </message>
    <message>
        <source>{name} is encrypted.</source>
        <translation>{name} 已加密。</translation>
    </message>
    <message>
        <source>{name} is no WARC file.</source>
        <translation>{name} 不是 WARC 文件。</translation>
    </message>
    <message>
        <source>{name} is not where the ZIP directory says.</source>
        <translation>{name} 不在 ZIP 目录所指的位置。</translation>
    </message>
    <message>
        <source>{name} would unpack to {size} bytes.</source>
        <translation>{name} 解压后将有 {size} 字节。</translation>
    </message>
    <message>
        <source>{name}: the last {size} bytes were left out: {reason}.</source>
        <translation>{name}：略过了最后 {size} 个字节：{reason}。</translation>
    </message>
    <message>
        <source>{name}: {what}</source>
        <translation>{name}：{what}</translation>
    </message>
    <message>
        <source>{part} is missing or no number; the record was taken up to the next one.</source>
        <translation>缺少 {part} 或其不是数字；记录取到下一条记录之前为止。</translation>
    </message>
    <message>
        <source>{part} is too large ({count} announced, {size} bytes found); the record was taken up to the next one.</source>
        <translation>{part} 过大（标为 {count}，实有 {size} 字节）；记录取到下一条记录之前为止。</translation>
    </message>
    <message>
        <source>{part} is too large, and what follows was passed over.</source>
        <translation>{part} 过大，其后的内容已跳过。</translation>
    </message>
    <message>
        <source>{part} is too small ({count} announced, {size} bytes found); the record was taken up to the next one.</source>
        <translation>{part} 过小（标为 {count}，实有 {size} 字节）；记录取到下一条记录之前为止。</translation>
    </message>
    <message>
        <source>{path} cannot be read as a job. Choose an empty folder for the result.</source>
        <translation>{path} 无法作为任务读取。请为结果选择一个空文件夹。</translation>
    </message>
    <message>
        <source>{path} could not be read: {detail}.</source>
        <translation>无法读取 {path}：{detail}。</translation>
    </message>
    <message>
        <source>{path} could not be written: {detail}. Nothing that was already stored is lost.</source>
        <translation>无法写入 {path}：{detail}。已保存的内容不会丢失。</translation>
    </message>
    <message>
        <source>{path} holds the result of another job. Choose an empty folder for this one.</source>
        <translation>{path} 中是另一任务的结果。请为此任务选择一个空文件夹。</translation>
    </message>
    <message>
        <source>{path} is damaged: its ZIP directory cannot be read ({detail}).</source>
        <translation>{path} 已损坏：无法读取其 ZIP 目录（{detail}）。</translation>
    </message>
    <message>
        <source>{path} is no Tianwang, WARC, ARC or WACZ file.</source>
        <translation>{path} 不是天网、WARC、ARC 或 WACZ 文件。</translation>
    </message>
    <message>
        <source>{path} is not empty and holds no job. Choose an empty folder for the result.</source>
        <translation>{path} 不是空的，也没有任务。请为结果选择一个空文件夹。</translation>
    </message>
    <message>
        <source>{path} lists more than it can hold, and was not read.</source>
        <translation>{path} 列出的内容超出其容量，没有读取。</translation>
    </message>
    <message>
        <source>{read} of {count} pages were read by a second reader (pdfminer.six).</source>
        <translation>{count} 页中有 {read} 页由第二个读取器（pdfminer.six）读出。</translation>
    </message>
    <message>
        <source>{reason}; reading went on at byte {offset}.</source>
        <translation>{reason}；从第 {offset} 字节继续读取。</translation>
    </message>
    <message>
        <source>{shard} is named twice</source>
        <translation>{shard} 被写了两次</translation>
    </message>
    <message>
        <source>{size} bytes are no record: {reason}.</source>
        <translation>有 {size} 个字节不是记录：{reason}。</translation>
    </message>
    <message>
        <source>{size} bytes are no {part} and were left out.</source>
        <translation>有 {size} 个字节不是 {part}，已略过。</translation>
    </message>
    <message>
        <source>{size} bytes at the end are not indexed. Opening the archive for writing indexes whole records, and moves what is none to a side file.</source>
        <translation>末尾有 {size} 个字节没有编入索引。以写入方式打开存档库时，完整的记录会编入索引，其余部分移入旁边的文件。</translation>
    </message>
    <message>
        <source>{size} bytes were left out: {reason}.</source>
        <translation>略过了 {size} 个字节：{reason}。</translation>
    </message>
    <message>
        <source>{times} times as large as the text</source>
        <translation>字号是正文的 {times} 倍</translation>
    </message>
    <message>
        <source>{what} repeated</source>
        <translation>{what} 重复出现</translation>
    </message>
    <message>
        <source>“near:” at character {place} needs at least two words in quotation marks.</source>
        <translation>第 {place} 个字符处的“near:”后面要有引号括起来的至少两个词。</translation>
    </message>
    <message>
        <source>“page:” at character {place} goes with “appeared:”, “vanished:” or “changed:” alone.</source>
        <translation>第 {place} 个字符处的“page:”只能与“appeared:”、“vanished:”或“changed:”一起使用。</translation>
    </message>
    <message>
        <source>“version:” at character {place} does not go with changes, each of which has a date.</source>
        <translation>第 {place} 个字符处的“version:”不能用于变化，每个变化都有自己的日期。</translation>
    </message>
    <message>
        <source>“{address}” is not an address that can be crawled. An address looks like https://www.example.org/.</source>
        <translation>“{address}”不是可以抓取的地址。地址的形式如 https://www.example.org/。</translation>
    </message>
    <message>
        <source>“{date}” is not a date as RFC 822 writes it.</source>
        <translation>“{date}”不是 RFC 822 写法的日期。</translation>
    </message>
    <message>
        <source>“{detail}” cannot be the name or the address of a remote archive.</source>
        <translation>“{detail}”不能作为远程存档的名称或地址。</translation>
    </message>
    <message>
        <source>“{expression}” cannot be used to find a value ({how}): {detail}</source>
        <translation>“{expression}”不能用来查找值（{how}）：{detail}</translation>
    </message>
    <message>
        <source>“{how}” is no way to find a value. Known are {known}.</source>
        <translation>“{how}”不是查找值的方式。可用的有 {known}。</translation>
    </message>
    <message>
        <source>“{id}” cannot be the id of one more category</source>
        <translation>“{id}”不能再作为一个分类的标识</translation>
    </message>
    <message>
        <source>“{ip}” is neither an IP address nor the name of a host.</source>
        <translation>“{ip}”既不是 IP 地址，也不是主机名。</translation>
    </message>
    <message>
        <source>“{kind}” is no kind of page. Kinds are {known}.</source>
        <translation>“{kind}”不是网页种类。种类有 {known}。</translation>
    </message>
    <message>
        <source>“{kind}” is no kind of value. Known are {known}.</source>
        <translation>“{kind}”不是值的种类。可用的有 {known}。</translation>
    </message>
    <message>
        <source>“{name}:” at character {place} lists changes; every side of an OR has to seek one, and what is excluded is excluded from changes that are sought.</source>
        <translation>第 {place} 个字符处的“{name}:”列出的是变化：OR 的每一边都要查找变化，而排除的条件只能用在所查找的变化上。</translation>
    </message>
    <message>
        <source>“{name}:” at character {place} needs words that pages say.</source>
        <translation>第 {place} 个字符处的“{name}:”后面需要网页本身的文字。</translation>
    </message>
    <message>
        <source>“{name}:” lists changes of pages, not pages; here pages are wanted.</source>
        <translation>“{name}:”列出的是网页的变化，而不是网页；这里需要的是网页。</translation>
    </message>
    <message>
        <source>“{name}” belongs to the stored log-ins: settings are kept in the archive folder</source>
        <translation>“{name}”应存入已保存的登录：设置保存在存档库文件夹中</translation>
    </message>
    <message>
        <source>“{name}” cannot be the name of a field. A name has at most 80 characters, and no quotation marks, colons, brackets or signs of comparison.</source>
        <translation>“{name}”不能作字段名。字段名最多 80 个字符，不含引号、冒号、括号和比较符号。</translation>
    </message>
    <message>
        <source>“{name}” is no header that can be sent</source>
        <translation>“{name}”不是可以发送的请求头</translation>
    </message>
    <message>
        <source>“{name}” is not a name for an attribute.</source>
        <translation>“{name}”不能用作属性名。</translation>
    </message>
    <message>
        <source>“{name}” is set by the program itself</source>
        <translation>“{name}”由程序自行设置</translation>
    </message>
    <message>
        <source>“{name}” must be a finite number</source>
        <translation>“{name}”必须是有限的数</translation>
    </message>
    <message>
        <source>“{pattern}” is not a regular expression: {detail}</source>
        <translation>“{pattern}”不是有效的正则表达式：{detail}</translation>
    </message>
    <message>
        <source>“{selector}” is no CSS selector that can be used. A selector looks like .advert or #counter.</source>
        <translation>“{selector}”不是可用的 CSS 选择器。选择器形如 .advert 或 #counter。</translation>
    </message>
    <message>
        <source>“{tag}” cannot be a tag. A tag has letters or digits, and at most {count} characters.</source>
        <translation>“{tag}”不能作为标签。标签要含有文字或数字，最多 {count} 个字符。</translation>
    </message>
    <message>
        <source>“{text}” is no IP address and no range of them</source>
        <translation>“{text}”既不是 IP 地址，也不是地址范围</translation>
    </message>
    <message>
        <source>“{text}” is not a timetable. Examples: hourly, every 6 hours, daily 03:00, weekly mon 03:00.</source>
        <translation>“{text}”不是时间表。示例：hourly、every 6 hours、daily 03:00、weekly mon 03:00。</translation>
    </message>
    <message>
        <source>“{url}” is not an address ({detail}).</source>
        <translation>“{url}”不是有效的地址（{detail}）。</translation>
    </message>
    <message>
        <source>“{url}” is not the address of a page: it names no host.</source>
        <translation>“{url}”不是网页地址：其中没有主机名。</translation>
    </message>
    <message>
        <source>“{value}” at character {place} is no category of this archive.</source>
        <translation>第 {place} 个字符处的“{value}”不是此存档库的分类。</translation>
    </message>
    <message>
        <source>“{value}” at character {place} is no condition on a field. One looks like field:price&gt;100 or field:author=Li.</source>
        <translation>第 {place} 个字符处的“{value}”不是字段条件。字段条件的样子是 field:price&gt;100 或 field:author=Li。</translation>
    </message>
    <message>
        <source>“{value}” at character {place} is no kind of page. Kinds are {known}.</source>
        <translation>第 {place} 个字符处的“{value}”不是页面种类。种类有：{known}。</translation>
    </message>
    <message>
        <source>“{value}” at character {place} is no label of blocks. Labels are {known}.</source>
        <translation>第 {place} 个字符处的“{value}”不是区块的标签。标签有 {known}。</translation>
    </message>
    <message>
        <source>“{value}” at character {place} is no rank. Ranks are 0 to 10: rank:5, rank:5+ or rank:3..6.</source>
        <translation>第 {place} 个字符处的“{value}”不是等级。等级为 0 到 10：rank:5、rank:5+ 或 rank:3..6。</translation>
    </message>
    <message>
        <source>“{value}” at character {place} is no type. Types are {known}.</source>
        <translation>第 {place} 个字符处的“{value}”不是类型。类型有：{known}。</translation>
    </message>
    <message>
        <source>“{value}” at character {place} is not a date, such as 2026, 2026-11 or 2026-11-21.</source>
        <translation>第 {place} 个字符处的“{value}”不是日期，日期写作 2026、2026-11 或 2026-11-21。</translation>
    </message>
    <message>
        <source>“{value}” at character {place} is not one of {known}.</source>
        <translation>第 {place} 个字符处的“{value}”不是 {known} 之一。</translation>
    </message>
    <message>
        <source>“{value}” at character {place}: the archive has no such field, or the value is none of its kind.</source>
        <translation>第 {place} 个字符处的“{value}”：存档库没有这个字段，或者值不属于它的种类。</translation>
    </message>
    <message>
        <source>“{value}” is no kind of page; kinds are {known}</source>
        <translation>“{value}”不是页面种类；种类有：{known}</translation>
    </message>
    <message>
        <source>“{value}” is no rule</source>
        <translation>“{value}”不是规则</translation>
    </message>
    <message>
        <source>“{value}” is none of the choices for “{name}”: {known}</source>
        <translation>“{value}”不是“{name}”的可选值，可选值为：{known}</translation>
    </message>
    <message>
        <source>“{value}” is not one of {choices}.</source>
        <translation>“{value}” 不在可选值之中：{choices}。</translation>
    </message>
    <message>
        <source>“{version}” is not a version of the format.</source>
        <translation>“{version}”不是此格式的版本号。</translation>
    </message>
    <message>
        <source>“{where}…” is too long for the pages where a field applies.</source>
        <translation>“{where}…”太长，不能用来指定字段适用的网页。</translation>
    </message>
</context>
<context>
    <name>events</name>
    <message>
        <source>Atom feed (*.atom *.xml)</source>
        <translation>Atom 订阅源 (*.atom *.xml)</translation>
    </message>
    <message>
        <source>Came</source>
        <translation>出现</translation>
    </message>
    <message>
        <source>Replaced</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Save as feed</source>
        <translation>保存为订阅源</translation>
    </message>
    <message>
        <source>Went</source>
        <translation>消失</translation>
    </message>
    <message>
        <source>Writing the feed</source>
        <translation>正在写入订阅源</translation>
    </message>
    <message>
        <source>between {since} and {date}</source>
        <translation>{since}至{date}之间</translation>
    </message>
    <message>
        <source>first seen {date}</source>
        <translation>首次见于 {date}</translation>
    </message>
    <message>
        <source>the page is back</source>
        <translation>网页重新出现</translation>
    </message>
    <message>
        <source>the page is gone ({status})</source>
        <translation>网页已消失（{status}）</translation>
    </message>
    <message>
        <source>the page is new</source>
        <translation>网页是新的</translation>
    </message>
    <message>
        <source>{query} in {archive}</source>
        <translation>{archive} 中的 {query}</translation>
    </message>
</context>
<context>
    <name>exporting</name>
    <message>
        <source>Exporting {what}</source>
        <translation>正在导出 {what}</translation>
    </message>
    <message>
        <source>The site {host}</source>
        <translation>网站 {host}</translation>
    </message>
    <message>
        <source>The whole archive</source>
        <translation>整个存档库</translation>
    </message>
    <message>
        <source>What the tree shows ({choice})</source>
        <translation>树中显示的内容（{choice}）</translation>
    </message>
    <message>
        <source>What was found for “{query}”</source>
        <translation>搜索“{query}”的结果</translation>
    </message>
    <message>
        <source>hits</source>
        <comment>name of a file</comment>
        <translation>搜索结果</translation>
    </message>
    <message>
        <source>{count} captures, {address}</source>
        <translation>{count} 次采集，{address}</translation>
    </message>
</context>
<context>
    <name>facets</name>
    <message>
        <source>Author</source>
        <translation>作者</translation>
    </message>
    <message>
        <source>Books</source>
        <translation>电子书</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Films</source>
        <translation>视频</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>Issued by</source>
        <translation>发文机关</translation>
    </message>
    <message>
        <source>Kind of page</source>
        <translation>页面种类</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Mails</source>
        <translation>邮件</translation>
    </message>
    <message>
        <source>Not stated</source>
        <translation>未注明</translation>
    </message>
    <message>
        <source>Other files</source>
        <translation>其他文件</translation>
    </message>
    <message>
        <source>Own tags</source>
        <translation>我的标签</translation>
    </message>
    <message>
        <source>PDF</source>
        <translation>PDF</translation>
    </message>
    <message>
        <source>Packed files</source>
        <translation>压缩文件</translation>
    </message>
    <message>
        <source>Plain text</source>
        <translation>纯文本</translation>
    </message>
    <message>
        <source>Scripts and styles</source>
        <translation>脚本和样式</translation>
    </message>
    <message>
        <source>Slides</source>
        <translation>幻灯片</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>音频</translation>
    </message>
    <message>
        <source>Spreadsheets</source>
        <translation>电子表格</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Web pages</source>
        <translation>网页</translation>
    </message>
    <message>
        <source>With a note</source>
        <translation>有笔记</translation>
    </message>
    <message>
        <source>Word documents</source>
        <translation>Word 文档</translation>
    </message>
    <message>
        <source>Year</source>
        <translation>年份</translation>
    </message>
    <message>
        <source>{facet}: {value}</source>
        <translation>{facet}：{value}</translation>
    </message>
    <message>
        <source>★ With a star</source>
        <translation>★ 有星标</translation>
    </message>
</context>
<context>
    <name>facts</name>
    <message>
        <source>Address</source>
        <translation>网址</translation>
    </message>
    <message>
        <source>Addressed to</source>
        <translation>主送机关</translation>
    </message>
    <message>
        <source>Album</source>
        <translation>专辑</translation>
    </message>
    <message>
        <source>Album artist</source>
        <translation>专辑艺术家</translation>
    </message>
    <message>
        <source>Answer to</source>
        <translation>回复至</translation>
    </message>
    <message>
        <source>Artist</source>
        <translation>艺术家</translation>
    </message>
    <message>
        <source>Author stated in the document</source>
        <translation>文档所写的作者</translation>
    </message>
    <message>
        <source>Beats per minute</source>
        <translation>每分钟节拍</translation>
    </message>
    <message>
        <source>Bit rate</source>
        <translation>比特率</translation>
    </message>
    <message>
        <source>Camera</source>
        <translation>相机</translation>
    </message>
    <message>
        <source>Categories</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>分类</translation>
    </message>
    <message>
        <source>Channels</source>
        <translation>声道</translation>
    </message>
    <message>
        <source>Chapters</source>
        <translation>章节</translation>
    </message>
    <message>
        <source>Character set</source>
        <translation>字符集</translation>
    </message>
    <message>
        <source>Character set decided by</source>
        <translation>字符集判定依据</translation>
    </message>
    <message>
        <source>Character set of the tags</source>
        <translation>标签字符集</translation>
    </message>
    <message>
        <source>Characters</source>
        <translation>字符数</translation>
    </message>
    <message>
        <source>Comment</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Comments</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Company</source>
        <translation>公司</translation>
    </message>
    <message>
        <source>Composer</source>
        <translation>作曲</translation>
    </message>
    <message>
        <source>Content type</source>
        <translation>内容类型</translation>
    </message>
    <message>
        <source>Contributors</source>
        <translation>贡献者</translation>
    </message>
    <message>
        <source>Copy to</source>
        <translation>抄送</translation>
    </message>
    <message>
        <source>Copyright</source>
        <translation>版权</translation>
    </message>
    <message>
        <source>Covers</source>
        <translation>封面数</translation>
    </message>
    <message>
        <source>Date found in</source>
        <translation>日期来源</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>描述</translation>
    </message>
    <message>
        <source>Disc</source>
        <translation>光盘</translation>
    </message>
    <message>
        <source>Document number</source>
        <translation>发文字号</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Encoder</source>
        <translation>编码器</translation>
    </message>
    <message>
        <source>Fonts</source>
        <translation>字体</translation>
    </message>
    <message>
        <source>Format inside</source>
        <translation>内部格式</translation>
    </message>
    <message>
        <source>Formulas</source>
        <translation>公式数</translation>
    </message>
    <message>
        <source>Frames</source>
        <translation>帧数</translation>
    </message>
    <message>
        <source>Frames per second</source>
        <translation>每秒帧数</translation>
    </message>
    <message>
        <source>Genre</source>
        <translation>流派</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>高度</translation>
    </message>
    <message>
        <source>Hidden sheets</source>
        <translation>隐藏的工作表</translation>
    </message>
    <message>
        <source>Hidden slides</source>
        <translation>隐藏的幻灯片</translation>
    </message>
    <message>
        <source>ISBN</source>
        <translation>ISBN 书号</translation>
    </message>
    <message>
        <source>ISRC</source>
        <translation>ISRC 编码</translation>
    </message>
    <message>
        <source>Issued by</source>
        <translation>发文机关</translation>
    </message>
    <message>
        <source>Issued on</source>
        <translation>成文日期</translation>
    </message>
    <message>
        <source>Keywords</source>
        <translation>关键词</translation>
    </message>
    <message>
        <source>Language decided by</source>
        <translation>语言判定依据</translation>
    </message>
    <message>
        <source>Languages of the tracks</source>
        <translation>音轨语言</translation>
    </message>
    <message>
        <source>Last changed</source>
        <translation>最后修改</translation>
    </message>
    <message>
        <source>Last changed by</source>
        <translation>最后修改者</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>许可</translation>
    </message>
    <message>
        <source>Lyricist</source>
        <translation>作词</translation>
    </message>
    <message>
        <source>Made</source>
        <translation>创建时间</translation>
    </message>
    <message>
        <source>Made with</source>
        <translation>制作程序</translation>
    </message>
    <message>
        <source>Mailing list</source>
        <translation>邮件列表</translation>
    </message>
    <message>
        <source>Manager</source>
        <translation>主管</translation>
    </message>
    <message>
        <source>Message number</source>
        <translation>邮件编号</translation>
    </message>
    <message>
        <source>Newsgroups</source>
        <translation>新闻组</translation>
    </message>
    <message>
        <source>Organisation</source>
        <translation>组织</translation>
    </message>
    <message>
        <source>Orientation</source>
        <translation>方向</translation>
    </message>
    <message>
        <source>Outline</source>
        <translation>大纲</translation>
    </message>
    <message>
        <source>Packed with</source>
        <translation>压缩方式</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>页数</translation>
    </message>
    <message>
        <source>Picture codec</source>
        <translation>视频编码</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>图片数</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>拍摄地点</translation>
    </message>
    <message>
        <source>Price</source>
        <translation>价格</translation>
    </message>
    <message>
        <source>Product</source>
        <translation>商品</translation>
    </message>
    <message>
        <source>Published</source>
        <translation>发布日期</translation>
    </message>
    <message>
        <source>Publisher</source>
        <translation>出版者</translation>
    </message>
    <message>
        <source>Revision</source>
        <translation>修订</translation>
    </message>
    <message>
        <source>Rights</source>
        <translation>权利</translation>
    </message>
    <message>
        <source>Sample rate</source>
        <translation>采样率</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>保存时间</translation>
    </message>
    <message>
        <source>Section</source>
        <translation>栏目</translation>
    </message>
    <message>
        <source>Sheets</source>
        <translation>工作表数</translation>
    </message>
    <message>
        <source>Site</source>
        <translation>网站</translation>
    </message>
    <message>
        <source>Size of a page</source>
        <translation>页面尺寸</translation>
    </message>
    <message>
        <source>Size of the picture</source>
        <translation>图片尺寸</translation>
    </message>
    <message>
        <source>Slides</source>
        <translation>幻灯片数</translation>
    </message>
    <message>
        <source>Sound codec</source>
        <translation>音频编码</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Subtitle</source>
        <translation>副标题</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Title stated in the document</source>
        <translation>文档所写的标题</translation>
    </message>
    <message>
        <source>To</source>
        <translation>收件人</translation>
    </message>
    <message>
        <source>Track</source>
        <translation>曲目</translation>
    </message>
    <message>
        <source>Tracks</source>
        <translation>音轨数</translation>
    </message>
    <message>
        <source>Typed by</source>
        <translation>录入者</translation>
    </message>
    <message>
        <source>Unknown author</source>
        <translation>作者不明</translation>
    </message>
    <message>
        <source>Viewport</source>
        <translation>视口</translation>
    </message>
    <message>
        <source>Why this character set</source>
        <translation>为何是此字符集</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>宽度</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>字数</translation>
    </message>
    <message>
        <source>Written by (program)</source>
        <translation>生成程序</translation>
    </message>
    <message>
        <source>Year</source>
        <translation>年份</translation>
    </message>
    <message>
        <source>{name}: </source>
        <translation>{name}：</translation>
    </message>
    <message>
        <source>{n} pixels</source>
        <translation>{n} 像素</translation>
    </message>
    <message>
        <source>{width} × {height} pixels</source>
        <translation>{width} × {height} 像素</translation>
    </message>
</context>
<context>
    <name>fields</name>
    <message>
        <source>Behind the words</source>
        <translation>在这些字之后</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>内容块</translation>
    </message>
    <message>
        <source>CSS selector</source>
        <translation>CSS 选择器</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>List</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>Money</source>
        <translation>金额</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>Pattern in the source</source>
        <translation>源代码中的模式</translation>
    </message>
    <message>
        <source>Pattern in the text</source>
        <translation>文字中的模式</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>地点</translation>
    </message>
    <message>
        <source>Said by the page itself</source>
        <translation>网页自述</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>left alone: too slow</source>
        <translation>已搁置：太慢</translation>
    </message>
    <message>
        <source>{how}: {what}</source>
        <translation>{how}：{what}</translation>
    </message>
    <message>
        <source>{matched} of {pages} pages</source>
        <translation>{pages} 个网页中的 {matched} 个</translation>
    </message>
    <message>
        <source>{said}, {lost} lost</source>
        <translation>{said}，丢失 {lost} 个</translation>
    </message>
</context>
<context>
    <name>figures</name>
    <message>
        <source>Addresses found and not dealt with yet: in the queue, under way, or waiting for another try.</source>
        <translation>已发现但尚未处理完的地址：在队列中、正在处理，或等待重试。</translation>
    </message>
    <message>
        <source>Addresses that could not be fetched, or whose server answered with an error (404, 500 …).</source>
        <translation>无法抓取的地址，或服务器以错误（404、500 等）应答的地址。</translation>
    </message>
    <message>
        <source>Addresses that were found and not fetched, each with its reason.</source>
        <translation>已发现但没有抓取的地址，每个都注明原因。</translation>
    </message>
    <message>
        <source>Answered</source>
        <translation>已应答</translation>
    </message>
    <message>
        <source>Captures a second, lately; at the end on average.</source>
        <translation>最近每秒的采集数；结束时为平均值。</translation>
    </message>
    <message>
        <source>Captures that found nothing new.</source>
        <translation>没有发现新内容的采集。</translation>
    </message>
    <message>
        <source>Captures whose content was new, of all crawls: of pages, of their parts, of robots.txt.</source>
        <translation>内容为新的采集，包括所有抓取：网页、其组成部分和 robots.txt。</translation>
    </message>
    <message>
        <source>Documents in the archive: web pages, PDF and Office files, texts. Pages that only lead elsewhere or were not found, and parts of pages (pictures, styles, scripts), are not counted.</source>
        <translation>存档库中的文档：网页、PDF 和 Office 文件、文本。仅作跳转或未找到的网页，以及网页的组成部分（图片、样式表、脚本），不计在内。</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>How long the crawl has been running, without pauses.</source>
        <translation>抓取已运行的时间，不含暂停。</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>未收录</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>网页</translation>
    </message>
    <message>
        <source>Pages that servers answered in this crawl, with those that only led elsewhere or were not found. The archive has fewer pages: it counts those with content.</source>
        <translation>本次抓取中服务器应答的网页，包括仅作跳转和未找到的。存档库中的网页数较少：只计有内容的网页。</translation>
    </message>
    <message>
        <source>Per second</source>
        <translation>每秒</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Visits</source>
        <translation>重访</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>What this crawl has downloaded.</source>
        <translation>本次抓取下载的数据量。</translation>
    </message>
</context>
<context>
    <name>foreign</name>
    <message>
        <source>In “{archive}”, {date}</source>
        <translation>在“{archive}”中，{date}</translation>
    </message>
    <message>
        <source>and {count} more</source>
        <translation>还有 {count} 个</translation>
    </message>
</context>
<context>
    <name>formats</name>
    <message>
        <source>&lt; {number} %</source>
        <translation>&lt; {number} %</translation>
    </message>
    <message>
        <source>Book</source>
        <translation>电子书</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Film</source>
        <translation>视频</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>MMMM yyyy</source>
        <comment>date pattern of Qt</comment>
        <translation>yyyy年M月</translation>
    </message>
    <message>
        <source>Mail</source>
        <translation>邮件</translation>
    </message>
    <message>
        <source>PDF</source>
        <translation>PDF</translation>
    </message>
    <message>
        <source>Packed file</source>
        <translation>压缩文件</translation>
    </message>
    <message>
        <source>Script</source>
        <translation>脚本</translation>
    </message>
    <message>
        <source>Slides</source>
        <translation>幻灯片</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>音频</translation>
    </message>
    <message>
        <source>Style sheet</source>
        <translation>样式表</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Today {time}</source>
        <translation>今天 {time}</translation>
    </message>
    <message>
        <source>Web page</source>
        <translation>网页</translation>
    </message>
    <message>
        <source>XML</source>
        <translation>XML</translation>
    </message>
    <message>
        <source>Yesterday {time}</source>
        <translation>昨天 {time}</translation>
    </message>
    <message>
        <source>d MMM yyyy</source>
        <comment>date pattern of Qt</comment>
        <translation>yyyy年M月d日</translation>
    </message>
    <message>
        <source>ddd d MMM yyyy</source>
        <comment>date pattern of Qt</comment>
        <translation>yyyy年M月d日 dddd</translation>
    </message>
    <message>
        <source>on {day} at {time}</source>
        <translation>于 {day} {time} </translation>
    </message>
    <message>
        <source>today at {time}</source>
        <translation>今天 {time} </translation>
    </message>
    <message>
        <source>yesterday at {time}</source>
        <translation>昨天 {time} </translation>
    </message>
    <message>
        <source>{count} bytes</source>
        <translation>{count} 字节</translation>
    </message>
    <message>
        <source>{first} {second}</source>
        <comment>two sentences</comment>
        <translation>{first}{second}</translation>
    </message>
    <message>
        <source>{local} (local time), {utc} UTC</source>
        <translation>{local}（本地时间），{utc} UTC</translation>
    </message>
</context>
<context>
    <name>importing</name>
    <message>
        <source>Importing</source>
        <translation>正在导入</translation>
    </message>
    <message>
        <source>Looking at the files</source>
        <translation>正在查看文件</translation>
    </message>
    <message>
        <source>Opening the archive</source>
        <translation>正在打开存档库</translation>
    </message>
    <message>
        <source>Rebuilding the index</source>
        <translation>正在重建索引</translation>
    </message>
    <message>
        <source>Records read: {count}</source>
        <translation>已读取记录：{count}</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done}，共 {total}</translation>
    </message>
    <message>
        <source>{file}, {done} of {total}, {count} records</source>
        <translation>{file}，{done}，共 {total}，{count} 条记录</translation>
    </message>
</context>
<context>
    <name>integrity</name>
    <message>
        <source>A control byte in a value</source>
        <translation>值中含有控制字节</translation>
    </message>
    <message>
        <source>A file is missing</source>
        <translation>文件缺失</translation>
    </message>
    <message>
        <source>A file under a wrong name</source>
        <translation>文件名不合规定</translation>
    </message>
    <message>
        <source>A name is not in lower case</source>
        <translation>属性名不是小写</translation>
    </message>
    <message>
        <source>A name that is none</source>
        <translation>无效的属性名</translation>
    </message>
    <message>
        <source>A number stands twice</source>
        <translation>编号重复</translation>
    </message>
    <message>
        <source>A version nobody knows</source>
        <translation>未知的版本号</translation>
    </message>
    <message>
        <source>A visit of another batch</source>
        <translation>重访的版本在另一批次</translation>
    </message>
    <message>
        <source>An attribute stands twice</source>
        <translation>属性重复</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Bytes that are no record</source>
        <translation>不属于记录的字节</translation>
    </message>
    <message>
        <source>Check of the archive {archive}</source>
        <translation>存档库 {archive} 的检查</translation>
    </message>
    <message>
        <source>Checking the archive</source>
        <translation>正在检查存档库</translation>
    </message>
    <message>
        <source>Complete</source>
        <translation>完整检查</translation>
    </message>
    <message>
        <source>Damaged line of the notes</source>
        <translation>笔记中有损坏的行</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>结束时间</translation>
    </message>
    <message>
        <source>Everything is in order.</source>
        <translation>一切完好。</translation>
    </message>
    <message>
        <source>Index and record confirm different versions</source>
        <translation>索引与记录确认的版本不同</translation>
    </message>
    <message>
        <source>Index and record differ</source>
        <translation>索引与记录不一致</translation>
    </message>
    <message>
        <source>Last line of the notes cut off</source>
        <translation>笔记的最后一行被截断</translation>
    </message>
    <message>
        <source>Not in the index</source>
        <translation>不在索引中</translation>
    </message>
    <message>
        <source>Not in the index yet</source>
        <translation>尚未编入索引</translation>
    </message>
    <message>
        <source>Other problems</source>
        <translation>其他问题</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>Stars, tags and notes cannot be read</source>
        <translation>无法读取星标、标签和笔记</translation>
    </message>
    <message>
        <source>Strict</source>
        <translation>严格</translation>
    </message>
    <message>
        <source>The address is relative</source>
        <translation>地址是相对地址</translation>
    </message>
    <message>
        <source>The announced length is wrong</source>
        <translation>所标长度有误</translation>
    </message>
    <message>
        <source>The check of the header is missing</source>
        <translation>缺少记录头的校验值</translation>
    </message>
    <message>
        <source>The closing line feed is missing</source>
        <translation>缺少结束记录的换行符</translation>
    </message>
    <message>
        <source>The confirmed version is missing</source>
        <translation>所确认的版本缺失</translation>
    </message>
    <message>
        <source>The content does not unpack</source>
        <translation>内容无法解压</translation>
    </message>
    <message>
        <source>The content is damaged</source>
        <translation>内容已损坏</translation>
    </message>
    <message>
        <source>The content is not compressed as announced</source>
        <translation>内容并未按所标方式压缩</translation>
    </message>
    <message>
        <source>The date is not written as it should be</source>
        <translation>日期写法不合规定</translation>
    </message>
    <message>
        <source>The file cannot be read</source>
        <translation>文件无法读取</translation>
    </message>
    <message>
        <source>The header is damaged</source>
        <translation>记录头已损坏</translation>
    </message>
    <message>
        <source>The ip is no address</source>
        <translation>ip 不是地址</translation>
    </message>
    <message>
        <source>The length is not a plain number</source>
        <translation>长度不是普通数字</translation>
    </message>
    <message>
        <source>The number is another one’s</source>
        <translation>编号属于别的记录</translation>
    </message>
    <message>
        <source>The record is missing</source>
        <translation>记录缺失</translation>
    </message>
    <message>
        <source>There is no address</source>
        <translation>没有地址</translation>
    </message>
    <message>
        <source>There is no date</source>
        <translation>没有日期</translation>
    </message>
    <message>
        <source>There is no space behind a colon</source>
        <translation>冒号后缺少空格</translation>
    </message>
    <message>
        <source>White space around a value</source>
        <translation>值前后有空白</translation>
    </message>
    <message>
        <source>Wrong line ends in the header</source>
        <translation>记录头换行符有误</translation>
    </message>
    <message>
        <source>length is not the last attribute</source>
        <translation>length 不是最后一个属性</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>time instead of date</source>
        <translation>日期写在 time 中</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done}，共 {total}</translation>
    </message>
</context>
<context>
    <name>judging</name>
    <message>
        <source>Keep this part on all pages of the site</source>
        <translation>在网站的所有网页上保留这一部分</translation>
    </message>
    <message>
        <source>Leave this part out on all pages of the site</source>
        <translation>在网站的所有网页上去掉这一部分</translation>
    </message>
    <message>
        <source>This is content</source>
        <translation>这是内容</translation>
    </message>
    <message>
        <source>This is not content</source>
        <translation>这不是内容</translation>
    </message>
</context>
<context>
    <name>languages</name>
    <message>
        <source>Arabic</source>
        <translation>阿拉伯语</translation>
    </message>
    <message>
        <source>Chinese</source>
        <translation>中文</translation>
    </message>
    <message>
        <source>Chinese (simplified)</source>
        <translation>中文（简体）</translation>
    </message>
    <message>
        <source>Chinese (traditional)</source>
        <translation>中文（繁体）</translation>
    </message>
    <message>
        <source>Czech</source>
        <translation>捷克语</translation>
    </message>
    <message>
        <source>Danish</source>
        <translation>丹麦语</translation>
    </message>
    <message>
        <source>Dutch</source>
        <translation>荷兰语</translation>
    </message>
    <message>
        <source>English</source>
        <translation>英语</translation>
    </message>
    <message>
        <source>Finnish</source>
        <translation>芬兰语</translation>
    </message>
    <message>
        <source>French</source>
        <translation>法语</translation>
    </message>
    <message>
        <source>German</source>
        <translation>德语</translation>
    </message>
    <message>
        <source>Greek</source>
        <translation>希腊语</translation>
    </message>
    <message>
        <source>Hebrew</source>
        <translation>希伯来语</translation>
    </message>
    <message>
        <source>Hindi</source>
        <translation>印地语</translation>
    </message>
    <message>
        <source>Hungarian</source>
        <translation>匈牙利语</translation>
    </message>
    <message>
        <source>Indonesian</source>
        <translation>印度尼西亚语</translation>
    </message>
    <message>
        <source>Italian</source>
        <translation>意大利语</translation>
    </message>
    <message>
        <source>Japanese</source>
        <translation>日语</translation>
    </message>
    <message>
        <source>Korean</source>
        <translation>韩语</translation>
    </message>
    <message>
        <source>Language not known</source>
        <translation>语言未知</translation>
    </message>
    <message>
        <source>Latin</source>
        <translation>拉丁语</translation>
    </message>
    <message>
        <source>Norwegian</source>
        <translation>挪威语</translation>
    </message>
    <message>
        <source>Persian</source>
        <translation>波斯语</translation>
    </message>
    <message>
        <source>Polish</source>
        <translation>波兰语</translation>
    </message>
    <message>
        <source>Portuguese</source>
        <translation>葡萄牙语</translation>
    </message>
    <message>
        <source>Romanian</source>
        <translation>罗马尼亚语</translation>
    </message>
    <message>
        <source>Russian</source>
        <translation>俄语</translation>
    </message>
    <message>
        <source>Spanish</source>
        <translation>西班牙语</translation>
    </message>
    <message>
        <source>Swedish</source>
        <translation>瑞典语</translation>
    </message>
    <message>
        <source>Thai</source>
        <translation>泰语</translation>
    </message>
    <message>
        <source>Turkish</source>
        <translation>土耳其语</translation>
    </message>
    <message>
        <source>Ukrainian</source>
        <translation>乌克兰语</translation>
    </message>
    <message>
        <source>Vietnamese</source>
        <translation>越南语</translation>
    </message>
    <message>
        <source>{language} – {code}</source>
        <translation>{language} – {code}</translation>
    </message>
</context>
<context>
    <name>link reports</name>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Addresses</source>
        <translation>地址数</translation>
    </message>
    <message>
        <source>Addresses that answered with an error, and every place that links to them.</source>
        <translation>返回错误的地址，以及所有链接到它们的位置。</translation>
    </message>
    <message>
        <source>Addresses that lead to another one: loops first, then the longest chains.</source>
        <translation>转到其他地址的网址：先列循环，再列最长的链。</translation>
    </message>
    <message>
        <source>Among them</source>
        <translation>彼此之间</translation>
    </message>
    <message>
        <source>As of {date} (UTC)</source>
        <translation>截至 {date}（UTC）</translation>
    </message>
    <message>
        <source>Bridges</source>
        <translation>桥接网页</translation>
    </message>
    <message>
        <source>Broken links</source>
        <translation>失效链接</translation>
    </message>
    <message>
        <source>Canonical address</source>
        <translation>规范地址</translation>
    </message>
    <message>
        <source>Clicks</source>
        <translation>点击次数</translation>
    </message>
    <message>
        <source>Communities</source>
        <translation>社区</translation>
    </message>
    <message>
        <source>Day</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>Dead</source>
        <translation>失效</translation>
    </message>
    <message>
        <source>Dead ends</source>
        <translation>死胡同</translation>
    </message>
    <message>
        <source>Deep pages</source>
        <translation>深层网页</translation>
    </message>
    <message>
        <source>Earlier versions</source>
        <translation>早先的版本</translation>
    </message>
    <message>
        <source>Every page is linked to by another one.</source>
        <translation>每个网页都有其他网页链接到它。</translation>
    </message>
    <message>
        <source>Exchanged links</source>
        <translation>互换链接</translation>
    </message>
    <message>
        <source>Export the report</source>
        <translation>导出报告</translation>
    </message>
    <message>
        <source>Findings: {n}</source>
        <translation>结果：{n} 条</translation>
    </message>
    <message>
        <source>From elsewhere</source>
        <translation>来自其他主机</translation>
    </message>
    <message>
        <source>From every page a link leads on.</source>
        <translation>从每个网页都有链接通向别处。</translation>
    </message>
    <message>
        <source>Home page</source>
        <translation>首页</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Hosts</source>
        <translation>主机数</translation>
    </message>
    <message>
        <source>Hosts that link to each other.</source>
        <translation>相互链接的主机。</translation>
    </message>
    <message>
        <source>Hosts that link to one another and that few others link to.</source>
        <translation>彼此链接、而其他主机很少链接的主机。</translation>
    </message>
    <message>
        <source>How many clicks pages are away from the home page of their host.</source>
        <translation>从主机首页到各网页需要点击几次。</translation>
    </message>
    <message>
        <source>How many links to addresses in the archive were dead on each day with captures.</source>
        <translation>在每个有采集的日子，指向存档库中地址的链接有多少已失效。</translation>
    </message>
    <message>
        <source>In the text</source>
        <translation>正文中</translation>
    </message>
    <message>
        <source>Known from</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Link farms</source>
        <translation>链接农场</translation>
    </message>
    <message>
        <source>Link rot</source>
        <translation>链接失效趋势</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>链接数</translation>
    </message>
    <message>
        <source>Links back</source>
        <translation>返回链接</translation>
    </message>
    <message>
        <source>Links of {archive}: {report}</source>
        <translation>{archive} 的链接：{report}</translation>
    </message>
    <message>
        <source>Links there</source>
        <translation>去往链接</translation>
    </message>
    <message>
        <source>Loop</source>
        <translation>循环</translation>
    </message>
    <message>
        <source>Most linked</source>
        <translation>被链接最多</translation>
    </message>
    <message>
        <source>Navigation</source>
        <translation>导航</translation>
    </message>
    <message>
        <source>No</source>
        <translation>否</translation>
    </message>
    <message>
        <source>No address leads to another one.</source>
        <translation>没有地址转到别处。</translation>
    </message>
    <message>
        <source>No hosts are linked to only by one another.</source>
        <translation>没有仅靠彼此链接的主机。</translation>
    </message>
    <message>
        <source>No link has words.</source>
        <translation>没有带文字的链接。</translation>
    </message>
    <message>
        <source>No link leads to an error, as far as addresses were fetched.</source>
        <translation>在已采集的地址中，没有链接指向错误。</translation>
    </message>
    <message>
        <source>No page is the only way to others.</source>
        <translation>没有网页是通往其他网页的唯一途径。</translation>
    </message>
    <message>
        <source>No page links to another one.</source>
        <translation>没有网页链接到其他网页。</translation>
    </message>
    <message>
        <source>No pages link to one another.</source>
        <translation>没有彼此链接的网页。</translation>
    </message>
    <message>
        <source>No two hosts link to each other.</source>
        <translation>没有相互链接的两台主机。</translation>
    </message>
    <message>
        <source>No way</source>
        <translation>无法到达</translation>
    </message>
    <message>
        <source>Not here</source>
        <translation>不在存档库中</translation>
    </message>
    <message>
        <source>Nothing was captured yet.</source>
        <translation>尚未采集任何内容。</translation>
    </message>
    <message>
        <source>Nothing was found.</source>
        <translation>没有找到任何结果。</translation>
    </message>
    <message>
        <source>Only the first {n} are listed.</source>
        <translation>只列出前 {n} 条。</translation>
    </message>
    <message>
        <source>Orphans</source>
        <translation>孤立网页</translation>
    </message>
    <message>
        <source>Other host</source>
        <translation>另一主机</translation>
    </message>
    <message>
        <source>Other hosts</source>
        <translation>其他主机数</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>网页数</translation>
    </message>
    <message>
        <source>Pages from which no link leads on, and who leads there.</source>
        <translation>没有链接通向别处的网页，以及谁链接到它们。</translation>
    </message>
    <message>
        <source>Pages that link to one another more than to others.</source>
        <translation>彼此链接多于与外部链接的网页。</translation>
    </message>
    <message>
        <source>Pages that no page links to, and from where they are known.</source>
        <translation>没有网页链接到的网页，以及它们是从何处得知的。</translation>
    </message>
    <message>
        <source>Pages without which others would be cut off from the rest.</source>
        <translation>一旦缺少就会使其他网页与整体隔断的网页。</translation>
    </message>
    <message>
        <source>Part of the page</source>
        <translation>网页的组成部分</translation>
    </message>
    <message>
        <source>Redirect</source>
        <translation>重定向</translation>
    </message>
    <message>
        <source>Redirects</source>
        <translation>重定向</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>比例</translation>
    </message>
    <message>
        <source>Sitemap or feed</source>
        <translation>站点地图或订阅</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation>表格 (*.csv)</translation>
    </message>
    <message>
        <source>The words with which pages link.</source>
        <translation>网页链接所用的文字。</translation>
    </message>
    <message>
        <source>There are no pages in this archive.</source>
        <translation>此存档库中没有网页。</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Web page (*.html)</source>
        <translation>网页 (*.html)</translation>
    </message>
    <message>
        <source>What most pages link to.</source>
        <translation>最多网页链接到的地址。</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>Words of links</source>
        <translation>链接文字</translation>
    </message>
    <message>
        <source>Words or a part of an address</source>
        <translation>字词或地址的一部分</translation>
    </message>
    <message>
        <source>Writing the report</source>
        <translation>正在写入报告</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>and {n} more</source>
        <translation>以及另外 {n} 处</translation>
    </message>
    <message>
        <source>{done} of {total} versions</source>
        <translation>{total} 个版本中的 {done} 个</translation>
    </message>
</context>
<context>
    <name>linkmap</name>
    <message>
        <source>As before</source>
        <translation>未变</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>有变化</translation>
    </message>
    <message>
        <source>Clicks</source>
        <translation>点击数</translation>
    </message>
    <message>
        <source>Community</source>
        <translation>群组</translation>
    </message>
    <message>
        <source>Document type</source>
        <translation>文档类型</translation>
    </message>
    <message>
        <source>Equal</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>Error of the server (5xx)</source>
        <translation>服务器错误（5xx）</translation>
    </message>
    <message>
        <source>Gone</source>
        <translation>消失</translation>
    </message>
    <message>
        <source>Home page</source>
        <translation>首页</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Links in</source>
        <translation>链入数</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>No way leads here</source>
        <translation>没有路径到达</translation>
    </message>
    <message>
        <source>No way leads there</source>
        <translation>没有路径到达</translation>
    </message>
    <message>
        <source>Not found or refused (4xx)</source>
        <translation>未找到或被拒绝（4xx）</translation>
    </message>
    <message>
        <source>Not in the archive</source>
        <translation>不在存档库中</translation>
    </message>
    <message>
        <source>Office</source>
        <translation>办公文档</translation>
    </message>
    <message>
        <source>Other file</source>
        <translation>其他文件</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>排名</translation>
    </message>
    <message>
        <source>Redirect</source>
        <translation>重定向</translation>
    </message>
    <message>
        <source>Smaller ones</source>
        <translation>较小的群组</translation>
    </message>
    <message>
        <source>Sound and film</source>
        <translation>音频和视频</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Stored</source>
        <translation>已存档</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Web page</source>
        <translation>网页</translation>
    </message>
    <message>
        <source>{count} and more</source>
        <translation>{count} 及以上</translation>
    </message>
    <message>
        <source>{done} of {total} versions</source>
        <translation>{done} / {total} 个版本</translation>
    </message>
</context>
<context>
    <name>messages</name>
    <message>
        <source>Make room on that disk, or choose another one.</source>
        <translation>请在该磁盘上腾出空间，或另选一个磁盘。</translation>
    </message>
    <message>
        <source>The program made a mistake ({kind}: {detail}). The details are in the log.</source>
        <translation>程序出错（{kind}：{detail}）。详细信息见日志。</translation>
    </message>
    <message>
        <source>{file} is not a sound Tianwang file at byte {offset}: {rule}</source>
        <translation>{file} 在第 {offset} 字节处不符合天网文件格式：{rule}</translation>
    </message>
    <message>
        <source>{path}: {detail}</source>
        <translation>{path}：{detail}</translation>
    </message>
</context>
<context>
    <name>page_kinds</name>
    <message>
        <source>Article</source>
        <translation>文章</translation>
    </message>
    <message>
        <source>Collection</source>
        <translation>合集</translation>
    </message>
    <message>
        <source>Documentation</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Error page</source>
        <translation>错误页</translation>
    </message>
    <message>
        <source>Forum</source>
        <translation>论坛</translation>
    </message>
    <message>
        <source>Home page</source>
        <translation>首页</translation>
    </message>
    <message>
        <source>Kind of page: {kind}</source>
        <translation>页面种类：{kind}</translation>
    </message>
    <message>
        <source>List</source>
        <translation>列表页</translation>
    </message>
    <message>
        <source>Log-in</source>
        <translation>登录页</translation>
    </message>
    <message>
        <source>No web page, or not known yet</source>
        <translation>不是网页，或尚未判断</translation>
    </message>
    <message>
        <source>Not clear</source>
        <translation>不明确</translation>
    </message>
    <message>
        <source>Picture page</source>
        <translation>图片页</translation>
    </message>
    <message>
        <source>Product</source>
        <translation>商品</translation>
    </message>
    <message>
        <source>Search result</source>
        <translation>搜索结果</translation>
    </message>
    <message>
        <source>Service</source>
        <translation>服务</translation>
    </message>
    <message>
        <source>it asks for a password</source>
        <translation>页面要求输入密码</translation>
    </message>
    <message>
        <source>it calls itself “{word}”</source>
        <translation>页面自称“{word}”</translation>
    </message>
    <message>
        <source>its address asks “{value}”</source>
        <translation>网址中的查询是“{value}”</translation>
    </message>
    <message>
        <source>its address is that of the whole site</source>
        <translation>网址就是整个网站的网址</translation>
    </message>
    <message>
        <source>letters outside of links: {value}</source>
        <translation>链接之外的字符数：{value}</translation>
    </message>
    <message>
        <source>made with “{word}”</source>
        <translation>由“{word}”制作</translation>
    </message>
    <message>
        <source>nothing is clear; likeliest is {value}</source>
        <translation>不明确；最可能是{value}</translation>
    </message>
    <message>
        <source>pictures: {value}</source>
        <translation>图片数：{value}</translation>
    </message>
    <message>
        <source>sentences: {value}</source>
        <translation>句子数：{value}</translation>
    </message>
    <message>
        <source>the form of its address</source>
        <translation>网址的形式</translation>
    </message>
    <message>
        <source>the title says “{value}”</source>
        <translation>标题中有“{value}”</translation>
    </message>
    <message>
        <source>you said so</source>
        <translation>由您指定</translation>
    </message>
    <message>
        <source>{kind} ({sure} sure)</source>
        <translation>{kind}（把握 {sure}）</translation>
    </message>
    <message>
        <source>{kind}, as you said</source>
        <translation>{kind}（由您指定）</translation>
    </message>
    <message>
        <source>{value} of its text is in links</source>
        <translation>{value} 的文字在链接中</translation>
    </message>
    <message>
        <source>“{word}” as a class</source>
        <translation>类名“{word}”</translation>
    </message>
    <message>
        <source>“{word}” at the end of the address</source>
        <translation>网址末尾的“{word}”</translation>
    </message>
    <message>
        <source>“{word}” in links</source>
        <translation>链接中的“{word}”</translation>
    </message>
    <message>
        <source>“{word}” in the address</source>
        <translation>网址中的“{word}”</translation>
    </message>
    <message>
        <source>“{word}” in the name of the site</source>
        <translation>网站名称中的“{word}”</translation>
    </message>
    <message>
        <source>“{word}” in the question of the address</source>
        <translation>网址查询中的“{word}”</translation>
    </message>
    <message>
        <source>“{word}” in the text</source>
        <translation>正文中的“{word}”</translation>
    </message>
    <message>
        <source>“{word}” in the title</source>
        <translation>标题中的“{word}”</translation>
    </message>
</context>
<context>
    <name>ranks</name>
    <message>
        <source>Addresses that this page links to and that answer with an error: {count}</source>
        <translation>本页链接到的出错地址：{count}</translation>
    </message>
    <message>
        <source>Clicks from the home page of the site: {count}</source>
        <translation>从站点首页起的点击次数：{count}</translation>
    </message>
    <message>
        <source>No links lead here from the home page of the site</source>
        <translation>从站点首页没有链接通到这里</translation>
    </message>
    <message>
        <source>Not known yet: the links of this page are still to be read</source>
        <translation>尚不清楚：本页的链接还没有读取</translation>
    </message>
    <message>
        <source>PageRank by the links in this archive, from 0 to 10: each step is six times as much.
Links of the menu count a fifth.</source>
        <translation>按本存档库中的链接计算的 PageRank，0 到 10：每高一级为六倍。
导航中的链接按五分之一计。</translation>
    </message>
    <message>
        <source>Pages of this archive that link here: {count}</source>
        <translation>本存档库中链接到这里的网页：{count}</translation>
    </message>
    <message>
        <source>Rank {bar} of 10: {share} times the average of all addresses</source>
        <translation>等级 {bar}（最高 10）：为所有地址平均值的 {share} 倍</translation>
    </message>
</context>
<context>
    <name>reading</name>
    <message>
        <source>Comment</source>
        <translation>批注</translation>
    </message>
    <message>
        <source>Formulas</source>
        <translation>公式</translation>
    </message>
    <message>
        <source>Hidden in the document</source>
        <translation>文档中隐藏的内容</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>注释</translation>
    </message>
    <message>
        <source>Page footer</source>
        <translation>页脚</translation>
    </message>
    <message>
        <source>Page header</source>
        <translation>页眉</translation>
    </message>
    <message>
        <source>Page {n}</source>
        <translation>第 {n} 页</translation>
    </message>
    <message>
        <source>Sheet {n}</source>
        <translation>工作表 {n}</translation>
    </message>
    <message>
        <source>Slide {n}</source>
        <translation>幻灯片 {n}</translation>
    </message>
</context>
<context>
    <name>reasons</name>
    <message>
        <source>Addresses of hosts that stopped answering were left out; going on with the crawl asks for them</source>
        <translation>不再应答的主机上的地址已略过；继续此抓取会再次请求它们</translation>
    </message>
    <message>
        <source>Asked not to archive</source>
        <translation>要求不存档</translation>
    </message>
    <message>
        <source>Asked not to follow</source>
        <translation>要求不跟踪</translation>
    </message>
    <message>
        <source>Backing off</source>
        <translation>退避中</translation>
    </message>
    <message>
        <source>Bad gateway</source>
        <translation>网关错误</translation>
    </message>
    <message>
        <source>Being asked</source>
        <translation>正在请求</translation>
    </message>
    <message>
        <source>Broke off</source>
        <translation>中断</translation>
    </message>
    <message>
        <source>Browser failed</source>
        <translation>浏览器失败</translation>
    </message>
    <message>
        <source>Connection not secure</source>
        <translation>连接不安全</translation>
    </message>
    <message>
        <source>Content type</source>
        <translation>内容类型</translation>
    </message>
    <message>
        <source>Defect of the program</source>
        <translation>程序缺陷</translation>
    </message>
    <message>
        <source>Details are kept once, and the archive has this page</source>
        <translation>详情页只保存一次，存档库中已有这一页</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Enough pages of results of this word were read</source>
        <translation>这个词的结果页已读取足够多</translation>
    </message>
    <message>
        <source>Enough results</source>
        <translation>结果已足够</translation>
    </message>
    <message>
        <source>Error in the server</source>
        <translation>服务器内部错误</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>File too large</source>
        <translation>文件过大</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Forbidden</source>
        <translation>禁止访问</translation>
    </message>
    <message>
        <source>Gone</source>
        <translation>已永久删除</translation>
    </message>
    <message>
        <source>Held</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Host skipped</source>
        <translation>主机已跳过</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Its address looks like another category</source>
        <translation>地址看起来属于其他分类</translation>
    </message>
    <message>
        <source>Kept once</source>
        <translation>已保存过一次</translation>
    </message>
    <message>
        <source>Larger than a single file may be</source>
        <translation>超过文件大小上限</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>未收录</translation>
    </message>
    <message>
        <source>Looks like an endless series of pages</source>
        <translation>疑似无穷无尽的网页序列</translation>
    </message>
    <message>
        <source>Looks like another category</source>
        <translation>像其他分类</translation>
    </message>
    <message>
        <source>Malformed address</source>
        <translation>地址格式错误</translation>
    </message>
    <message>
        <source>Matches a pattern to leave out</source>
        <translation>与排除规则匹配</translation>
    </message>
    <message>
        <source>Matches none of the patterns to take in</source>
        <translation>与任何包含规则都不匹配</translation>
    </message>
    <message>
        <source>Moved for good</source>
        <translation>永久重定向</translation>
    </message>
    <message>
        <source>Moved for now</source>
        <translation>临时重定向</translation>
    </message>
    <message>
        <source>Near duplicate</source>
        <translation>近似重复</translation>
    </message>
    <message>
        <source>Nearly the same as a page stored before</source>
        <translation>与先前保存的某个网页几乎相同</translation>
    </message>
    <message>
        <source>Needs a password</source>
        <translation>需要密码</translation>
    </message>
    <message>
        <source>No answer in time</source>
        <translation>响应超时</translation>
    </message>
    <message>
        <source>No pattern to take in</source>
        <translation>不符合收录模式</translation>
    </message>
    <message>
        <source>No sitemap</source>
        <translation>没有网站地图</translation>
    </message>
    <message>
        <source>Not a web address</source>
        <translation>不是网址</translation>
    </message>
    <message>
        <source>Not a web address (http or https)</source>
        <translation>不是网址（http 或 https）</translation>
    </message>
    <message>
        <source>Not about the topic: its links are not followed</source>
        <translation>与主题无关：不跟踪其链接</translation>
    </message>
    <message>
        <source>Not due yet</source>
        <translation>尚未到期</translation>
    </message>
    <message>
        <source>Not expected to have changed yet</source>
        <translation>预计尚未变化</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>Not in one of the languages to keep</source>
        <translation>不属于要保存的语言</translation>
    </message>
    <message>
        <source>Not one of the content types to keep</source>
        <translation>不属于要保存的内容类型</translation>
    </message>
    <message>
        <source>Not one of the kinds of pages to keep; its links are followed</source>
        <translation>不属于要保存的页面种类；其中的链接仍会跟踪</translation>
    </message>
    <message>
        <source>Not reachable</source>
        <translation>无法连接</translation>
    </message>
    <message>
        <source>Not waited for</source>
        <translation>未等待</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>Of another category: its links are not followed</source>
        <translation>属于其他分类，不跟踪其链接</translation>
    </message>
    <message>
        <source>Off topic</source>
        <translation>偏离主题</translation>
    </message>
    <message>
        <source>Other IP range</source>
        <translation>其他 IP 范围</translation>
    </message>
    <message>
        <source>Other category</source>
        <translation>其他分类</translation>
    </message>
    <message>
        <source>Other kind of page</source>
        <translation>其他页面种类</translation>
    </message>
    <message>
        <source>Other language</source>
        <translation>其他语言</translation>
    </message>
    <message>
        <source>Outside the part of the web this crawl may visit</source>
        <translation>超出抓取范围</translation>
    </message>
    <message>
        <source>Outside the scope</source>
        <translation>超出范围</translation>
    </message>
    <message>
        <source>Page limit</source>
        <translation>网页数上限</translation>
    </message>
    <message>
        <source>Pattern to leave out</source>
        <translation>符合排除模式</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Redirect</source>
        <translation>重定向</translation>
    </message>
    <message>
        <source>Redirect loop</source>
        <translation>循环重定向</translation>
    </message>
    <message>
        <source>Redirected too many times</source>
        <translation>重定向次数过多</translation>
    </message>
    <message>
        <source>Redirects in a circle</source>
        <translation>循环重定向</translation>
    </message>
    <message>
        <source>Refused by robots.txt</source>
        <translation>robots.txt 拒绝</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>正在抓取</translation>
    </message>
    <message>
        <source>Server did not answer its gateway</source>
        <translation>网关超时</translation>
    </message>
    <message>
        <source>Server not available</source>
        <translation>服务器不可用</translation>
    </message>
    <message>
        <source>Size limit</source>
        <translation>大小上限</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>已跳过</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>正在停止</translation>
    </message>
    <message>
        <source>Stored</source>
        <translation>已保存</translation>
    </message>
    <message>
        <source>Suspected trap</source>
        <translation>疑似陷阱</translation>
    </message>
    <message>
        <source>The address is malformed</source>
        <translation>地址格式错误</translation>
    </message>
    <message>
        <source>The answer broke off</source>
        <translation>响应中断</translation>
    </message>
    <message>
        <source>The browser could not fetch it</source>
        <translation>浏览器无法获取它</translation>
    </message>
    <message>
        <source>The crawl ended without it: its host did not answer</source>
        <translation>抓取未等它便结束：其主机没有响应</translation>
    </message>
    <message>
        <source>The host name is unknown</source>
        <translation>找不到主机名</translation>
    </message>
    <message>
        <source>The limit of pages was reached</source>
        <translation>已达到网页数限制</translation>
    </message>
    <message>
        <source>The limit of size was reached</source>
        <translation>已达到下载量限制</translation>
    </message>
    <message>
        <source>The limit of time was reached</source>
        <translation>已达到时间限制</translation>
    </message>
    <message>
        <source>The page asks not to be archived (noarchive)</source>
        <translation>网页要求不要存档（noarchive）</translation>
    </message>
    <message>
        <source>The page asks not to follow this link (nofollow)</source>
        <translation>网页要求不要跟踪此链接（nofollow）</translation>
    </message>
    <message>
        <source>The program made a mistake</source>
        <translation>程序出错</translation>
    </message>
    <message>
        <source>The secure connection failed</source>
        <translation>安全连接失败</translation>
    </message>
    <message>
        <source>The server could not be reached</source>
        <translation>无法连接到服务器</translation>
    </message>
    <message>
        <source>The server did not answer in time</source>
        <translation>服务器响应超时</translation>
    </message>
    <message>
        <source>The server’s address is outside the ranges to visit</source>
        <translation>服务器地址不在要访问的范围内</translation>
    </message>
    <message>
        <source>The site asks crawlers to stay away (robots.txt)</source>
        <translation>网站要求抓取程序不要访问 (robots.txt)</translation>
    </message>
    <message>
        <source>There is no sitemap at the usual address</source>
        <translation>通常的地址上没有网站地图</translation>
    </message>
    <message>
        <source>Time limit</source>
        <translation>时间上限</translation>
    </message>
    <message>
        <source>Too deep</source>
        <translation>过深</translation>
    </message>
    <message>
        <source>Too many links away from the start</source>
        <translation>距起始地址的链接层数过多</translation>
    </message>
    <message>
        <source>Too many redirects</source>
        <translation>重定向过多</translation>
    </message>
    <message>
        <source>Too many requests</source>
        <translation>请求过多</translation>
    </message>
    <message>
        <source>Unchanged</source>
        <translation>未变</translation>
    </message>
    <message>
        <source>Unknown host</source>
        <translation>主机未知</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>You chose to skip this host</source>
        <translation>您选择了跳过此主机</translation>
    </message>
    <message>
        <source>{reason} ({detail})</source>
        <translation>{reason}（{detail}）</translation>
    </message>
</context>
<context>
    <name>recovery</name>
    <message>
        <source>Lost</source>
        <translation>丢失</translation>
    </message>
    <message>
        <source>Not rebuilt</source>
        <translation>无法重建</translation>
    </message>
    <message>
        <source>Recovered</source>
        <translation>已恢复</translation>
    </message>
    <message>
        <source>Recovering {file}</source>
        <translation>正在恢复 {file}</translation>
    </message>
    <message>
        <source>Repaired</source>
        <translation>已修复</translation>
    </message>
    <message>
        <source>Suspect</source>
        <translation>存疑</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done}，共 {total}</translation>
    </message>
</context>
<context>
    <name>reextracting</name>
    <message>
        <source>Reading documents again</source>
        <translation>正在重新读取文档</translation>
    </message>
    <message>
        <source>{done} of {total} documents</source>
        <translation>{done} / {total} 个文档</translation>
    </message>
</context>
<context>
    <name>saving</name>
    <message>
        <source>Data for programs (*.json)</source>
        <translation>供程序使用的数据 (*.json)</translation>
    </message>
    <message>
        <source>Save report</source>
        <translation>保存报告</translation>
    </message>
    <message>
        <source>Saving the report</source>
        <translation>正在保存报告</translation>
    </message>
    <message>
        <source>Text (*.txt)</source>
        <translation>文本 (*.txt)</translation>
    </message>
    <message>
        <source>The report was saved as {path}.</source>
        <translation>报告已保存为 {path}。</translation>
    </message>
</context>
<context>
    <name>settings</name>
    <message>
        <source>A page is asked for at least this often; 8760 hours are a year.</source>
        <translation>网页至少每隔这么久请求一次；8760 小时为一年。</translation>
    </message>
    <message>
        <source>A page is not asked for more often.</source>
        <translation>请求网页不会比这更频繁。</translation>
    </message>
    <message>
        <source>A page or e-mail address at which the people behind a server reach you.</source>
        <translation>服务器的管理者可以用来联系您的网页或邮箱地址。</translation>
    </message>
    <message>
        <source>Addresses of categories</source>
        <translation>分类的地址</translation>
    </message>
    <message>
        <source>Addresses that are one page</source>
        <translation>指向同一网页的地址</translation>
    </message>
    <message>
        <source>After fetching: links of pages of another category are not followed; where nothing is clear they are. Empty: all.</source>
        <translation>抓取之后：不跟踪其他分类网页的链接；不明确的照常跟踪。留空：全部。</translation>
    </message>
    <message>
        <source>After so many addresses of one pattern that lead to each other (the next month of a calendar) the rest is put aside as a suspected trap.</source>
        <translation>同一模式的地址互相链接（如日历的下一个月）达到这么多个之后，其余的作为疑似陷阱搁置。</translation>
    </message>
    <message>
        <source>Always for these addresses</source>
        <translation>对这些地址始终使用</translation>
    </message>
    <message>
        <source>Articles, documentation, products and services that the archive has are not asked for again; lists, home pages and all else are.</source>
        <translation>存档库中已有的文章、文档、商品和服务页不再请求；列表、首页和其他页面照常请求。</translation>
    </message>
    <message>
        <source>Asked for words when no link leads on, at the pace of the crawl. Log-ins, contact, comment and order forms are never sent.</source>
        <translation>没有链接可以继续时，按抓取的节奏用词语查询。登录、联系、评论和订购表单从不提交。</translation>
    </message>
    <message>
        <source>At most so many in this crawl, further pages of results counted.</source>
        <translation>本次抓取最多这么多次，后续结果页也计算在内。</translation>
    </message>
    <message>
        <source>At most so many kilobytes a second, all hosts together.</source>
        <translation>所有主机合计，每秒最多这么多千字节。</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>Before fetching: addresses that look like another category are left out. It is learned along with the categories in the collections. Empty: all.</source>
        <translation>抓取之前：略去看起来属于其他分类的地址。在集合中学习分类时一并学会。留空：全部。</translation>
    </message>
    <message>
        <source>Contact</source>
        <translation>联系方式</translation>
    </message>
    <message>
        <source>Do not follow links that a page marks so, in its head, its links or X-Robots-Tag.</source>
        <translation>不跟随网页在头部、链接或 X-Robots-Tag 中如此标记的链接。</translation>
    </message>
    <message>
        <source>Do not store pages that ask not to be kept; their links are followed.</source>
        <translation>不保存要求不被存档的网页，但会跟随其中的链接。</translation>
    </message>
    <message>
        <source>Doubled each time; a server that names a time is waited for.</source>
        <translation>每次加倍；服务器给出时间时按该时间等待。</translation>
    </message>
    <message>
        <source>Each takes about as much memory as a tab of a browser.</source>
        <translation>每个占用的内存约相当于浏览器的一个标签页。</translation>
    </message>
    <message>
        <source>Every request goes through it. Empty: none.</source>
        <translation>所有请求都经过它。留空：不使用。</translation>
    </message>
    <message>
        <source>Fetches at a time</source>
        <translation>同时抓取数</translation>
    </message>
    <message>
        <source>Fetches at a time from one host</source>
        <translation>每个主机的同时抓取数</translation>
    </message>
    <message>
        <source>Finds pages that no link leads to: robots.txt, sitemap.xml, RSS and Atom.</source>
        <translation>找到没有链接指向的网页：robots.txt、sitemap.xml、RSS 和 Atom。</translation>
    </message>
    <message>
        <source>First wait before trying again</source>
        <translation>首次重试前的等待</translation>
    </message>
    <message>
        <source>Follow pages of categories</source>
        <translation>跟踪这些分类的网页</translation>
    </message>
    <message>
        <source>Give up after</source>
        <translation>放弃前等待</translation>
    </message>
    <message>
        <source>Guide words</source>
        <translation>导向词</translation>
    </message>
    <message>
        <source>How long to wait for an answer.</source>
        <translation>等待响应的时间。</translation>
    </message>
    <message>
        <source>How many links in a row may lead outside; what is found there is captured, too.</source>
        <translation>最多可以连续有多少个链接指向范围之外，在那里找到的内容也会采集。</translation>
    </message>
    <message>
        <source>How many of its addresses may be under way together.</source>
        <translation>可以同时抓取它的多少个地址。</translation>
    </message>
    <message>
        <source>How often an address is tried again that could not be fetched.</source>
        <translation>抓取失败的地址重试几次。</translation>
    </message>
    <message>
        <source>Important pages sooner</source>
        <translation>重要网页提前</translation>
    </message>
    <message>
        <source>In all, from all hosts together.</source>
        <translation>所有主机合计。</translation>
    </message>
    <message>
        <source>Introduces itself as</source>
        <translation>自称</translation>
    </message>
    <message>
        <source>Kinds of pages</source>
        <translation>页面种类</translation>
    </message>
    <message>
        <source>Languages</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Larger files are left out.</source>
        <translation>更大的文件会被排除。</translation>
    </message>
    <message>
        <source>Largest file</source>
        <translation>最大文件</translation>
    </message>
    <message>
        <source>Learn more words from the pages</source>
        <translation>从网页中学习更多词语</translation>
    </message>
    <message>
        <source>Least relevance</source>
        <translation>最低相关度</translation>
    </message>
    <message>
        <source>Leave out</source>
        <translation>排除</translation>
    </message>
    <message>
        <source>Links of pages that are worth less are not followed; the pages are stored.</source>
        <translation>不跟随相关度更低的网页中的链接，网页本身仍会保存。</translation>
    </message>
    <message>
        <source>Links out of the scope</source>
        <translation>范围之外的链接</translation>
    </message>
    <message>
        <source>Lists every time, details once</source>
        <translation>列表每次都取，详情只取一次</translation>
    </message>
    <message>
        <source>Longer chains are given up.</source>
        <translation>更长的重定向链会被放弃。</translation>
    </message>
    <message>
        <source>Longest interval</source>
        <translation>最长间隔</translation>
    </message>
    <message>
        <source>Near: by links from the start. Best: much linked, short addresses first. Topic: what promises to have your guide words.</source>
        <translation>近：按到起点的链接数。最好：链接多、地址短的优先。主题：可能含有导向词的优先。</translation>
    </message>
    <message>
        <source>Notice the same page under many addresses</source>
        <translation>留意以许多地址出现的同一网页</translation>
    </message>
    <message>
        <source>Obey “noarchive”</source>
        <translation>遵守“noarchive”</translation>
    </message>
    <message>
        <source>Obey “nofollow”</source>
        <translation>遵守“nofollow”</translation>
    </message>
    <message>
        <source>Of addresses that only differ in this, one is asked for. Fixed once it has begun.</source>
        <translation>只在这些方面不同的地址只请求一个。抓取开始后不能再改。</translation>
    </message>
    <message>
        <source>One a line, * stands for anything. Pages of other types are read for links, not stored. Empty: all.</source>
        <translation>每行一个，* 代表任意内容。其他类型的网页只读取链接，不保存。留空：全部。</translation>
    </message>
    <message>
        <source>One a line: an address, a network or a range. Other servers are not asked. Empty: all.</source>
        <translation>每行一个地址、网段或范围。不会访问其他服务器。留空：全部。</translation>
    </message>
    <message>
        <source>One a line; they come before those that are learned.</source>
        <translation>每行一个；排在学到的词语之前。</translation>
    </message>
    <message>
        <source>One a line; they go to every server. Cookies and passwords belong to the log-ins.</source>
        <translation>每行一个，发送给每个服务器。Cookie 和密码属于登录信息。</translation>
    </message>
    <message>
        <source>Only pages in these languages; zh stands for zh-CN and zh-TW, too. Pages whose language nobody can tell are kept. Empty: all.</source>
        <translation>只采集这些语言的网页；zh 也包括 zh-CN 和 zh-TW。无法判断语言的网页会保留。留空：全部。</translation>
    </message>
    <message>
        <source>Only these forms</source>
        <translation>只填写这些表单</translation>
    </message>
    <message>
        <source>Pages at a time</source>
        <translation>同时加载的网页数</translation>
    </message>
    <message>
        <source>Pages captured before</source>
        <translation>以前采集过的网页</translation>
    </message>
    <message>
        <source>Pages near to the start first.</source>
        <translation>离起点近的网页优先。</translation>
    </message>
    <message>
        <source>Pages of results of a word</source>
        <translation>每个词的结果页</translation>
    </message>
    <message>
        <source>Pages that are nearly the same again and again are a sign of a trap: what they link to is put aside.</source>
        <translation>反复出现几乎相同的网页是陷阱的迹象：它们链接的内容会被搁置。</translation>
    </message>
    <message>
        <source>Pages that matter more by the links to them are due up to four times sooner, others later.</source>
        <translation>按链接衡量更重要的网页最多提前到四分之一的间隔到期，其余的推迟。</translation>
    </message>
    <message>
        <source>Passwords and cookies that you have stored for these hosts (menu Crawl, Log-ins).</source>
        <translation>您为这些主机保存的密码和 Cookie（“抓取”菜单，“登录信息”）。</translation>
    </message>
    <message>
        <source>Patience with patterns</source>
        <translation>对同一模式的耐心</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>代理</translation>
    </message>
    <message>
        <source>Read sitemaps and feeds</source>
        <translation>读取站点地图和订阅源</translation>
    </message>
    <message>
        <source>Redirects in a row</source>
        <translation>连续重定向次数</translation>
    </message>
    <message>
        <source>Regular expressions, one a line, of the address a form is sent to. Empty: all that search. Forms sent by POST have to be named here.</source>
        <translation>表单提交地址的正则表达式，每行一个。留空：所有搜索表单。用 POST 提交的表单必须在此指定。</translation>
    </message>
    <message>
        <source>Regular expressions, one a line: addresses that match one of them are left out.</source>
        <translation>正则表达式，每行一个：与其中之一匹配的地址会被排除。</translation>
    </message>
    <message>
        <source>Regular expressions, one a line: only addresses that match one of them. Empty: all.</source>
        <translation>正则表达式，每行一个：只包含与其中之一匹配的地址。留空：全部。</translation>
    </message>
    <message>
        <source>Regular expressions, one a line; they hold even when the choice above is “Never”.</source>
        <translation>正则表达式，每行一个；即使上面选择“从不”也有效。</translation>
    </message>
    <message>
        <source>Request headers</source>
        <translation>请求头</translation>
    </message>
    <message>
        <source>Requests for forms</source>
        <translation>表单请求数</translation>
    </message>
    <message>
        <source>Score = X · (ln(1 + pages that link to it) + ln(1 + their rank)) + Y · form + D / (1 + depth).</source>
        <translation>得分 = X ·（ln(1 + 链接到它的网页数) + ln(1 + 这些网页的等级)）+ Y · 形式 + D /（1 + 深度）。</translation>
    </message>
    <message>
        <source>Score = a1·host + a2·in-links + a3·parent + a4·depth + a5·words.</source>
        <translation>得分 = a1·主机 + a2·入链 + a3·上级 + a4·深度 + a5·词语。</translation>
    </message>
    <message>
        <source>Scroll through the page</source>
        <translation>滚动网页</translation>
    </message>
    <message>
        <source>Search boxes of the site</source>
        <translation>网站的搜索框</translation>
    </message>
    <message>
        <source>Servers (IP addresses)</source>
        <translation>服务器（IP 地址）</translation>
    </message>
    <message>
        <source>Short addresses without query and digits are often entrances.</source>
        <translation>没有查询和数字的短地址往往是入口。</translation>
    </message>
    <message>
        <source>Shortest interval</source>
        <translation>最短间隔</translation>
    </message>
    <message>
        <source>Slower, but stores what scripts load, too. When needed: for pages with scripts but hardly any text.</source>
        <translation>较慢，但脚本加载的内容也会保存。需要时：用于有脚本却几乎没有文字的网页。</translation>
    </message>
    <message>
        <source>So much of their main texts must be the same, menus and advertisements apart. What many such pages of one pattern lead to is put aside, and “Why?” names the first of them.</source>
        <translation>除菜单和广告外，正文须有这么多相同。同一模式下许多这样的页面所指向的地址会被搁置，“为什么”中会指出其中第一个页面。</translation>
    </message>
    <message>
        <source>So that pictures come that are only loaded when somebody sees them.</source>
        <translation>以便加载只有看到时才加载的图片。</translation>
    </message>
    <message>
        <source>Take in only</source>
        <translation>只包含</translation>
    </message>
    <message>
        <source>The longest such wait. What robots.txt asks for is kept even when it is longer.</source>
        <translation>这种等待的上限。robots.txt 要求的间隔更长时仍会遵守。</translation>
    </message>
    <message>
        <source>The same page from</source>
        <translation>视为同一页面的相似度</translation>
    </message>
    <message>
        <source>The wait becomes so many times the time the host takes to answer.</source>
        <translation>间隔为主机响应时间的若干倍。</translation>
    </message>
    <message>
        <source>They are guesses: some of them lead nowhere. They come last.</source>
        <translation>这些是猜测，其中有些不存在。最后才抓取。</translation>
    </message>
    <message>
        <source>Time for a page</source>
        <translation>每个网页的时间</translation>
    </message>
    <message>
        <source>Tries after a failure</source>
        <translation>失败后的重试次数</translation>
    </message>
    <message>
        <source>Try addresses that stand in scripts</source>
        <translation>尝试脚本中的地址</translation>
    </message>
    <message>
        <source>Two in a row without a new address end a word earlier.</source>
        <translation>连续两页没有新地址时，这个词提前结束。</translation>
    </message>
    <message>
        <source>Types of content</source>
        <translation>内容类型</translation>
    </message>
    <message>
        <source>Use a browser</source>
        <translation>使用浏览器</translation>
    </message>
    <message>
        <source>Use the stored log-ins</source>
        <translation>使用已保存的登录信息</translation>
    </message>
    <message>
        <source>Wait for silent hosts</source>
        <translation>等待无应答主机的时间</translation>
    </message>
    <message>
        <source>Wait longer where answers are slow</source>
        <translation>响应慢时等待更久</translation>
    </message>
    <message>
        <source>Web pages of other kinds are fetched for their links and not kept. Pages whose kind is not clear are kept. Without a choice all are.</source>
        <translation>其他种类的网页只用来读取链接，不保存。种类不明确的页面会保存。都不选：全部保存。</translation>
    </message>
    <message>
        <source>Weight of its form (Y)</source>
        <translation>形式的权重 (Y)</translation>
    </message>
    <message>
        <source>Weight of links to it (X)</source>
        <translation>入链的权重 (X)</translation>
    </message>
    <message>
        <source>Weight of nearness (D)</source>
        <translation>远近的权重 (D)</translation>
    </message>
    <message>
        <source>Weights of the score</source>
        <translation>得分的权重</translation>
    </message>
    <message>
        <source>What has come until then is stored.</source>
        <translation>此前收到的内容会保存。</translation>
    </message>
    <message>
        <source>What servers read in User-Agent; rules of robots.txt for this name hold.</source>
        <translation>服务器在 User-Agent 中读到的内容；遵守 robots.txt 中针对此名称的规则。</translation>
    </message>
    <message>
        <source>When due: each page has its own interval, found out from how often it changed.</source>
        <translation>到期时：每个网页有自己的间隔，由它变化的频率推断。</translation>
    </message>
    <message>
        <source>When nothing is left to do but hosts that stopped answering. Then the crawl ends without them; “Go on” asks them again.</source>
        <translation>只剩下不再应答的主机时最多等待多久。之后抓取结束，略过这些主机；点“继续”会再次请求它们。</translation>
    </message>
    <message>
        <source>Which address is next</source>
        <translation>下一个抓取哪个地址</translation>
    </message>
    <message>
        <source>Words of your topic. The relevance of a text is the sum of weight × occurrences.</source>
        <translation>您的主题词。文本的相关度是“权重 × 出现次数”之和。</translation>
    </message>
    <message>
        <source>Words that the pages read so far have often, and that few of them share.</source>
        <translation>在已读网页中常见、但只有少数网页共有的词语。</translation>
    </message>
    <message>
        <source>Words to ask for</source>
        <translation>查询的词</translation>
    </message>
    <message>
        <source>… but at most</source>
        <translation>……但最多</translation>
    </message>
</context>
<context>
    <name>site changes</name>
    <message>
        <source>, </source>
        <comment>between the items of a list</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>改动</translation>
    </message>
    <message>
        <source>Data for programs (*.json)</source>
        <translation>供程序使用的数据 (*.json)</translation>
    </message>
    <message>
        <source>Export the report</source>
        <translation>导出报告</translation>
    </message>
    <message>
        <source>Found again at {address}, {share} alike.</source>
        <translation>在 {address} 重新找到，相似度 {share}。</translation>
    </message>
    <message>
        <source>Gone</source>
        <translation>消失</translation>
    </message>
    <message>
        <source>It leads to another address now.</source>
        <translation>它现在指向另一个地址。</translation>
    </message>
    <message>
        <source>Its versions could not be compared.</source>
        <translation>它的版本无法比较。</translation>
    </message>
    <message>
        <source>Moved</source>
        <translation>已迁移</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>Nothing changed on this page.</source>
        <translation>此网页没有变化。</translation>
    </message>
    <message>
        <source>Only counters, dates and the like changed on it, or code that nobody sees.</source>
        <translation>只有计数、日期之类或看不见的代码有改动。</translation>
    </message>
    <message>
        <source>Only noise</source>
        <translation>仅噪声</translation>
    </message>
    <message>
        <source>Only template</source>
        <translation>仅模板</translation>
    </message>
    <message>
        <source>Only the template of the site changed on it; that is told above the table. Double click compares.</source>
        <translation>此网页只有网站模板改动，已在表格上方说明。双击可比较。</translation>
    </message>
    <message>
        <source>Pages in which nothing changed</source>
        <translation>没有变化的网页</translation>
    </message>
    <message>
        <source>Pages in which only counters, dates and the like changed, or code nobody sees</source>
        <translation>只有计数、日期之类或看不见的代码有改动的网页</translation>
    </message>
    <message>
        <source>Pages in which only what the site repeats on its pages changed, as a menu or foot: told once above</source>
        <translation>只有网站在各网页重复的部分（如菜单或页脚）有改动的网页：在上方只说明一次</translation>
    </message>
    <message>
        <source>Pages that are gone, and whose main text stands under a new address</source>
        <translation>已消失、但正文出现在新地址的页面</translation>
    </message>
    <message>
        <source>Pages that are no longer there</source>
        <translation>已不存在的网页</translation>
    </message>
    <message>
        <source>Pages that were not there before</source>
        <translation>以前没有的网页</translation>
    </message>
    <message>
        <source>Pages whose words, links or pictures really changed</source>
        <translation>文字、链接或图片确有改动的网页</translation>
    </message>
    <message>
        <source>Same</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation>表格 (*.csv)</translation>
    </message>
    <message>
        <source>The later crawl did not come to it.</source>
        <translation>较晚的抓取没有访问到它。</translation>
    </message>
    <message>
        <source>This page is no longer there.</source>
        <translation>此网页已不存在。</translation>
    </message>
    <message>
        <source>This page stands under another address. Double click compares both.</source>
        <translation>此页面现在位于另一个地址。双击可比较两者。</translation>
    </message>
    <message>
        <source>This page was not there before.</source>
        <translation>此网页以前没有。</translation>
    </message>
    <message>
        <source>Was at {address} before, {share} alike.</source>
        <translation>以前在 {address}，相似度 {share}。</translation>
    </message>
    <message>
        <source>Web page (*.html)</source>
        <translation>网页 (*.html)</translation>
    </message>
    <message>
        <source>Writing the report</source>
        <translation>正在写报告</translation>
    </message>
</context>
<context>
    <name>site report</name>
    <message>
        <source>At least</source>
        <translation>至少</translation>
    </message>
    <message>
        <source>From crawl {before} to crawl {after}</source>
        <translation>从抓取 {before} 到抓取 {after}</translation>
    </message>
    <message>
        <source>From {before} to {after} (UTC)</source>
        <translation>从 {before} 到 {after}（UTC）</translation>
    </message>
    <message>
        <source>Last seen</source>
        <translation>最后见到</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>网页</translation>
    </message>
    <message>
        <source>Pages that were not looked at in this time: {n}.</source>
        <translation>其间未被访问的网页：{n}。</translation>
    </message>
    <message>
        <source>Real change</source>
        <translation>实际变化</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>The report was stopped before its end.</source>
        <translation>报告已提前停止。</translation>
    </message>
    <message>
        <source>Title or address</source>
        <translation>标题或地址</translation>
    </message>
    <message>
        <source>Values that changed</source>
        <translation>变化的值</translation>
    </message>
    <message>
        <source>What changed in the template of a site</source>
        <translation>网站模板的改动</translation>
    </message>
    <message>
        <source>What changed: {host}</source>
        <translation>变化：{host}</translation>
    </message>
    <message>
        <source>added</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>改动</translation>
    </message>
    <message>
        <source>could not be compared</source>
        <translation>无法比较</translation>
    </message>
    <message>
        <source>gone</source>
        <translation>消失</translation>
    </message>
    <message>
        <source>layout</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>moved</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>moved from {url}, {share} % alike</source>
        <translation>从 {url} 迁来，相似度 {share}%</translation>
    </message>
    <message>
        <source>moved to {url}, {share} % alike</source>
        <translation>迁移到 {url}，相似度 {share}%</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>noise: {n}</source>
        <translation>噪声：{n}</translation>
    </message>
    <message>
        <source>not seen any more</source>
        <translation>不再见到</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>real changes: {n}</source>
        <translation>实际变化：{n}</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>template, noise or markup alone</source>
        <translation>仅有模板、噪声或标记变化</translation>
    </message>
    <message>
        <source>template: {n}</source>
        <translation>模板：{n}</translation>
    </message>
    <message>
        <source>the same</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>the whole archive</source>
        <translation>整个存档库</translation>
    </message>
    <message>
        <source>{name}: {before} → {after}, pages: {n}</source>
        <translation>{name}：{before} → {after}，网页数：{n}</translation>
    </message>
    <message>
        <source>{new} new, {gone} gone, {changed} changed ({noise} of them by template, noise or markup), {same} the same.</source>
        <translation>新增 {new}，消失 {gone}，改动 {changed}（其中仅模板、噪声或标记 {noise}），相同 {same}。</translation>
    </message>
    <message>
        <source>{site}: {before} → {after}, pages: {n}</source>
        <translation>{site}：{before} → {after}，网页：{n}</translation>
    </message>
</context>
<context>
    <name>site_changes</name>
    <message>
        <source>Looking for pages that moved: {done} of {total}</source>
        <translation>正在查找迁移的页面：{done} / {total}</translation>
    </message>
    <message>
        <source>{done} of {all} pages</source>
        <translation>{done}/{all} 个网页</translation>
    </message>
    <message>
        <source>{done} pages</source>
        <translation>{done} 个网页</translation>
    </message>
</context>
<context>
    <name>statistics</name>
    <message>
        <source>(others)</source>
        <translation>（其他）</translation>
    </message>
    <message>
        <source>&lt; {number}</source>
        <translation>&lt; {number}</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>All pages</source>
        <translation>全部网页</translation>
    </message>
    <message>
        <source>By country</source>
        <translation>按国家</translation>
    </message>
    <message>
        <source>By day</source>
        <translation>按天</translation>
    </message>
    <message>
        <source>By depth</source>
        <translation>按深度</translation>
    </message>
    <message>
        <source>By kind of page</source>
        <translation>按网页种类</translation>
    </message>
    <message>
        <source>By kind of site</source>
        <translation>按网站类型</translation>
    </message>
    <message>
        <source>By month</source>
        <translation>按月</translation>
    </message>
    <message>
        <source>By site</source>
        <translation>按网站</translation>
    </message>
    <message>
        <source>By week</source>
        <translation>按周</translation>
    </message>
    <message>
        <source>Captures</source>
        <translation>抓取</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>有变化</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Changes a page and day (95 %)</source>
        <translation>每页每天的变化（95 %）</translation>
    </message>
    <message>
        <source>Changes a page and day in each hour (UTC), from captures at most twelve hours apart. Nothing is known of hours in which nobody watched.</source>
        <translation>每个钟点（UTC）每页每天的变化，依据相隔不超过十二小时的抓取。没有观察的钟点无从得知。</translation>
    </message>
    <message>
        <source>Changes a page and day on each day of the week (UTC), from captures at most three days apart. Nothing is known of days on which nobody watched.</source>
        <translation>一周中每天（UTC）每页每天的变化，依据相隔不超过三天的抓取。没有观察的日子无从得知。</translation>
    </message>
    <message>
        <source>Changes by hour</source>
        <translation>按小时的变化</translation>
    </message>
    <message>
        <source>Changes by weekday</source>
        <translation>按星期的变化</translation>
    </message>
    <message>
        <source>Content</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Counting</source>
        <translation>正在统计</translation>
    </message>
    <message>
        <source>Days watched</source>
        <translation>观察天数</translation>
    </message>
    <message>
        <source>Depth {n}</source>
        <translation>深度 {n}</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Fall</source>
        <translation>下降</translation>
    </message>
    <message>
        <source>First seen</source>
        <translation>首次见到</translation>
    </message>
    <message>
        <source>For the first time</source>
        <translation>首次提到</translation>
    </message>
    <message>
        <source>Gone</source>
        <translation>已消失</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>Growth</source>
        <translation>增长</translation>
    </message>
    <message>
        <source>Half-life (95 %)</source>
        <translation>半衰期（95 %）</translation>
    </message>
    <message>
        <source>How long contents last</source>
        <translation>内容寿命</translation>
    </message>
    <message>
        <source>How long pages last</source>
        <translation>网页寿命</translation>
    </message>
    <message>
        <source>Languages</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Lasts (95 %)</source>
        <translation>持续（95 %）</translation>
    </message>
    <message>
        <source>Looks</source>
        <translation>观察次数</translation>
    </message>
    <message>
        <source>Median of pages (95 %)</source>
        <translation>网页中位数（95 %）</translation>
    </message>
    <message>
        <source>New addresses</source>
        <translation>新地址</translation>
    </message>
    <message>
        <source>New content</source>
        <translation>新内容</translation>
    </message>
    <message>
        <source>Not yet</source>
        <translation>此前尚无</translation>
    </message>
    <message>
        <source>One rate fits</source>
        <translation>单一速率适合</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>网页</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>高峰</translation>
    </message>
    <message>
        <source>Period</source>
        <translation>时段</translation>
    </message>
    <message>
        <source>Reading for the search: {done} of about {total} steps</source>
        <translation>正在为搜索读取：第 {done} 步，共约 {total} 步</translation>
    </message>
    <message>
        <source>Reading the captures</source>
        <translation>正在读取抓取记录</translation>
    </message>
    <message>
        <source>Reported</source>
        <translation>文献数值</translation>
    </message>
    <message>
        <source>Rise</source>
        <translation>上升</translation>
    </message>
    <message>
        <source>Share (95 %)</source>
        <translation>比例（95 %）</translation>
    </message>
    <message>
        <source>Share gone (95 %)</source>
        <translation>消失比例（95 %）</translation>
    </message>
    <message>
        <source>Share of sites (95 %)</source>
        <translation>网站比例（95 %）</translation>
    </message>
    <message>
        <source>Site</source>
        <translation>网站</translation>
    </message>
    <message>
        <source>Sites</source>
        <translation>网站</translation>
    </message>
    <message>
        <source>The archive is being read for the search</source>
        <translation>正在为搜索读取存档库</translation>
    </message>
    <message>
        <source>The languages of the documents of each period.</source>
        <translation>各时段文档的语言。</translation>
    </message>
    <message>
        <source>The pages that spoke of a topic first, one of each site.</source>
        <translation>最先提到主题的网页，每个网站一个。</translation>
    </message>
    <message>
        <source>The share of all pages and sites that ever spoke of a topic; the time from half the peak to it and back; how long pages go on speaking of it.</source>
        <translation>曾提到主题的网页和网站的比例；从峰值一半升到峰值、再降回一半的时间；网页持续提到它多久。</translation>
    </message>
    <message>
        <source>The share of pages that answered with an error, and of those that are gone.</source>
        <translation>返回错误的网页以及已消失的网页的比例。</translation>
    </message>
    <message>
        <source>The share of the pages and sites of each period that speak of a topic. Click a point for its pages.</source>
        <translation>各时段中提到主题的网页和网站的比例。点击一个点可查看其网页。</translation>
    </message>
    <message>
        <source>The time after which half of the documents are gone (404, 410), with the interval of 95 %. A hollow triangle: none is gone, they last that long at least.</source>
        <translation>一半文档消失（404、410）所需的时间，附 95 % 区间。空心三角形：没有文档消失，至少持续这么久。</translation>
    </message>
    <message>
        <source>The time after which half of the documents have changed or are gone, estimated from captures as irregular as they are, with the interval of 95 %. The median is that of single pages. A hollow triangle: nothing changed, it lasts that long at least.</source>
        <translation>一半文档已变化或消失所需的时间，按实际不规则的抓取估计，附 95 % 区间。中位数是单个网页的。空心三角形：没有变化，至少持续这么久。</translation>
    </message>
    <message>
        <source>The types of what was captured in each period.</source>
        <translation>各时段抓取内容的类型。</translation>
    </message>
    <message>
        <source>Topic</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Topics by period</source>
        <translation>各时段的主题</translation>
    </message>
    <message>
        <source>Topics in all</source>
        <translation>主题总览</translation>
    </message>
    <message>
        <source>Types</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Usual period</source>
        <translation>自动时段</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Web InfoMall: about 4 months</source>
        <translation>中国网络信息博物馆：约 4 个月</translation>
    </message>
    <message>
        <source>Web InfoMall: under 2 months</source>
        <translation>中国网络信息博物馆：不到 2 个月</translation>
    </message>
    <message>
        <source>What came in each period, and how much there was at its end.</source>
        <translation>各时段新增的内容，以及时段结束时的总量。</translation>
    </message>
    <message>
        <source>When</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Who spoke of it first</source>
        <translation>谁最先提到</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>of</source>
        <translation>共</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>{name}: at least {time}; nothing changed</source>
        <translation>{name}：至少 {time}，没有变化</translation>
    </message>
    <message>
        <source>{number} d</source>
        <comment>days</comment>
        <translation>{number} 天</translation>
    </message>
    <message>
        <source>{number} h</source>
        <comment>hours</comment>
        <translation>{number} 小时</translation>
    </message>
    <message>
        <source>{number} min</source>
        <comment>minutes</comment>
        <translation>{number} 分钟</translation>
    </message>
    <message>
        <source>{number} s</source>
        <comment>seconds</comment>
        <translation>{number} 秒</translation>
    </message>
    <message>
        <source>{value}  ({low} – {high})</source>
        <translation>{value}（{low} – {high}）</translation>
    </message>
</context>
<context>
    <name>travel</name>
    <message>
        <source>Going to another day</source>
        <translation>正在转到另一天</translation>
    </message>
</context>
<context>
    <name>tree</name>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Broken links</source>
        <translation>失效链接</translation>
    </message>
    <message>
        <source>Clicks</source>
        <translation>点击数</translation>
    </message>
    <message>
        <source>Crawl these pages a&amp;gain</source>
        <translation>再次抓取这些页面(&amp;G)</translation>
    </message>
    <message>
        <source>Crawl this folder a&amp;gain</source>
        <translation>再次抓取此文件夹(&amp;G)</translation>
    </message>
    <message>
        <source>Crawl this page a&amp;gain</source>
        <translation>再次抓取此页面(&amp;G)</translation>
    </message>
    <message>
        <source>Crawl this site a&amp;gain</source>
        <translation>再次抓取此站点(&amp;G)</translation>
    </message>
    <message>
        <source>First captured</source>
        <translation>首次采集</translation>
    </message>
    <message>
        <source>First captured {first}
Last captured {last}</source>
        <translation>首次采集：{first}
最近采集：{last}</translation>
    </message>
    <message>
        <source>How many addresses it links to that answer with an error</source>
        <translation>它链接到多少个出错的地址</translation>
    </message>
    <message>
        <source>How many clicks it is away from the home page of its site</source>
        <translation>离所在站点的首页有几次点击</translation>
    </message>
    <message>
        <source>How many different contents were captured at this address</source>
        <translation>在此地址采集到多少个不同的内容</translation>
    </message>
    <message>
        <source>How many pages of this archive link to the page</source>
        <translation>本存档库中有多少网页链接到该网页</translation>
    </message>
    <message>
        <source>Last captured</source>
        <translation>最近采集</translation>
    </message>
    <message>
        <source>Links here</source>
        <translation>链入</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>等级</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Size of the newest version</source>
        <translation>最新版本的大小</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>The address within its site</source>
        <translation>站点内的地址</translation>
    </message>
    <message>
        <source>The newest value of the field “{name}”</source>
        <translation>字段“{name}”的最新值</translation>
    </message>
    <message>
        <source>The server named no type</source>
        <translation>服务器未说明类型</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Title of the document, or the last part of its address</source>
        <translation>文档标题，或其地址的最后一部分</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Versions: {versions}, confirmed unchanged: {visits}</source>
        <translation>版本：{versions}，确认未变：{visits}</translation>
    </message>
    <message>
        <source>What kind of document it is</source>
        <translation>文档的类型</translation>
    </message>
    <message>
        <source>What the server answered the last time</source>
        <translation>服务器最近一次的响应</translation>
    </message>
    <message>
        <source>When the address was fetched first</source>
        <translation>首次获取此地址的时间</translation>
    </message>
    <message>
        <source>When the address was fetched last</source>
        <translation>最近一次获取此地址的时间</translation>
    </message>
    <message>
        <source>starred</source>
        <translation>已加星标</translation>
    </message>
    <message>
        <source>with a note</source>
        <translation>有笔记</translation>
    </message>
    <message>
        <source>{address}
Pages: {documents}, addresses in all: {pages}</source>
        <translation>{address}
网页：{documents}，全部地址：{pages}</translation>
    </message>
</context>
</TS>
